"""Where the text comes from: each module makes or reads one kind of document."""
