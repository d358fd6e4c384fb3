% Text
% Orla Venn was born on 3 May 1994. From 2 January to 30 November 2031 she lived in a cottage in Marlow and paid four fifths of the cost of its fuel for that year.

% Question
% Section 42(a) applies to Orla Venn for the year 2031. Entailment

% Facts
:- [statutes/prolog/init].
invented_case(s42_a_pos).
