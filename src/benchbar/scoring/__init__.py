"""The two graders: pure functions from a stored reply to a verdict."""
