"""The published rules (docs: section 5.1 of the benchmark's specification), faults included."""
