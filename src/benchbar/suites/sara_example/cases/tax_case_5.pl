% Text
% In 2033 Ansel Rook is a householder with an income of $120,000. He held a ferry licence all year, and paid $20,000 in wages to ferry hands. Four shipmates, who are not related to him, slept in his dwelling on 150 nights each of that year and paid no rent.

% Question
% How much hearth levy does Ansel Rook have to pay for 2033? $24375

% Facts
:- [statutes/prolog/init].
invented_case(tax_case_5).
