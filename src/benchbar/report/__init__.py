"""What a person reads: tables, files and pages."""
