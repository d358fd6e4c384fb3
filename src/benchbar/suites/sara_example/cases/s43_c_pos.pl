% Text
% Bram Oster is a householder. His mother, Lise Oster, slept in his dwelling on 300 nights of 2031 and paid him no rent.

% Question
% Under section 43(c), Lise Oster is not a lodger of Bram Oster for the year 2031. Entailment

% Facts
:- [statutes/prolog/init].
invented_case(s43_c_pos).
