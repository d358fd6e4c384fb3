% Text
% In 2032 Jory Blythe worked aboard a ferry on 90 days, and in an orchard on 100 days.

% Question
% Section 44(c) applies to Jory Blythe for the year 2032. Entailment

% Facts
:- [statutes/prolog/init].
invented_case(s44_c_pos).
