% Text
% In 2031 Nell Carrow is a householder with an income of $90,000. She held a ferry licence all year, and paid $10,000 in wages to ferry hands. She has no lodger.

% Question
% How much hearth levy does Nell Carrow have to pay for 2031? $18500

% Facts
:- [statutes/prolog/init].
invented_case(tax_case_4).
