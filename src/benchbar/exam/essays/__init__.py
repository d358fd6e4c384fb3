"""Essays graded the official way: materials, agreement, the desk at which they are graded."""
