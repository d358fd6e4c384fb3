"""What came of a study: gathered from the desk's database, and told on a page.

agreeing gates                 gates of the rounds, pairs of graders, all together
author_scores author_totals multiple_choice    from essays to whole exams, by author
facts checklist                the official protocol, held against the database
incidents                      options changed, graders who left, readings withdrawn
findings                       all of it, as data
places                         where scores stand among people, in sentences that say by what
study_*                        how it is told: words, tables, figures, the page
"""
