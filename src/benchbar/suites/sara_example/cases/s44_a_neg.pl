% Text
% Nell Carrow is a householder. She held a ferry licence from 1 April 2030 to 30 September 2031 and never again. In 2031 she paid $9,000 in wages to ferry hands.

% Question
% Section 44(a) applies to Nell Carrow for the year 2031. Contradiction

% Facts
:- [statutes/prolog/init].
invented_case(s44_a_neg).
