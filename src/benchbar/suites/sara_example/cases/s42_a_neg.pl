% Text
% Tobit Lark was born on 14 August 1988. He lived in a cottage in Marlow from 1 March to 30 June 2031, paid for all of its fuel in that year, and spent the rest of the year at sea.

% Question
% Section 42(a) applies to Tobit Lark for the year 2031. Contradiction

% Facts
:- [statutes/prolog/init].
invented_case(s42_a_neg).
