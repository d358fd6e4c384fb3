"""The corrected grader: what a careful supervising lawyer would accept."""
