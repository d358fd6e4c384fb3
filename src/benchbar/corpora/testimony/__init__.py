"""The language of invented depositions, as data, and the few files that put it in a mouth."""
