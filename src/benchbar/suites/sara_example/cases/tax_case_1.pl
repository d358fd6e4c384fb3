% Text
% In 2031 Orla Venn is a householder with an income of $18,000. She has no lodger and no ferry licence.

% Question
% How much hearth levy does Orla Venn have to pay for 2031? $1800

% Facts
:- [statutes/prolog/init].
invented_case(tax_case_1).
