"""The grading desk: where a study's essays are graded the official way.

    options       what a study may set, with its defaults
    blind         take out of a text what says whose it is
    piles         codes and orders that tell nothing
    protocol      who may do what now, and what comes next: pure rules
    gate          agreement and drift of a grader: pure reckoning
    schema, triggers, migrations, store    the database, and its only door
    state         what the rules need to know, read from the database
    intake people training calibration live reading watching closing results    the acts
    by_model machines    graders that are models: what lies before them, what they lean to
    rehearsal starting    the example played to a stage; materials taken in at the first start
    export backup    out of the desk, and back in
    report, web      what came of a study; the pages at which people sit

An act is a function of the store, of who asks, and of what it is about. It reads the state, asks
the protocol and writes, all in one transaction: no page can get round the rules.
"""
