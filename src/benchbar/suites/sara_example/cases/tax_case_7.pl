% Text
% In 2034 Jory Blythe is a householder with an income of $760,000. He held a ferry licence all year, and paid $15,000 in wages to ferry hands. His daughter slept in his dwelling on all nights of that year and paid no rent. He has no other lodger.

% Question
% How much hearth levy does Jory Blythe have to pay for 2034? $185500

% Facts
:- [statutes/prolog/init].
invented_case(tax_case_7).
