% Text
% In 2032 Bram Oster is a householder with an income of $26,000. He holds no ferry licence. Two friends, who are not related to him, slept in his dwelling on 200 nights each of that year and paid no rent.

% Question
% How much hearth levy does Bram Oster have to pay for 2032? $2750

% Facts
:- [statutes/prolog/init].
invented_case(tax_case_3).
