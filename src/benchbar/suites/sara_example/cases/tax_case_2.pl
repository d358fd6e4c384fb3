% Text
% In 2032 Maren Holt is a householder with an income of $50,000. She has no lodger and no ferry licence.

% Question
% How much hearth levy does Maren Holt have to pay for 2032? $9500

% Facts
:- [statutes/prolog/init].
invented_case(tax_case_2).
