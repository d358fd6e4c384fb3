"""What came of a study: gathered from the desk's database, and told on a page.

agreeing                       gates of the rounds, pairs of graders, all together
author_scores author_totals multiple_choice    from essays to whole exams, by author
checklist                      the official protocol, held against the database
findings                       all of it, as data
study_*                        how it is told: words, tables, figures, the page
"""
