"""The suites that ``benchbar build`` makes, one file each."""
