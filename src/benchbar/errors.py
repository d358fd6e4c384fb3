"""The errors of the package: what went wrong, said to the person who can mend it.

BenchbarError            base; the command line prints it as one line
├── InputError           the user's input is wrong; says what to change (exit 2)
└── IncompleteError      the work stopped before its end; says how to go on (exit 1)
"""


class BenchbarError(Exception):
    """Base of all errors that the command line turns into one line."""

    exit_code = 1


class InputError(BenchbarError):
    """The user's input is wrong: file, row, what is wrong, what to change."""

    exit_code = 2


class IncompleteError(BenchbarError):
    """The work could not be finished; what was done is kept and the message says how to go on."""
