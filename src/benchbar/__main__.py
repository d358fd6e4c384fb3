"""``python -m benchbar``: the command line."""

from benchbar.cli import main

main()
