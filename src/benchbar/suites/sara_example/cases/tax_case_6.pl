% Text
% In 2033 Hesper Quill is a householder with an income of $4,000. She holds no ferry licence. Three students, who are not related to her, slept in her dwelling on all nights of that year and paid no rent.

% Question
% How much hearth levy does Hesper Quill have to pay for 2033? $0

% Facts
:- [statutes/prolog/init].
invented_case(tax_case_6).
