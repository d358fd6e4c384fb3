"""What developers run now and then."""
