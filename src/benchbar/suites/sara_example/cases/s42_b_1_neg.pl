% Text
% Hesper Quill was born on 31 December 2013. In 2031 she lived all year in a dwelling in Marlow and paid for all of its fuel.

% Question
% Section 42(b)(1) applies to Hesper Quill for the year 2031. Contradiction

% Facts
:- [statutes/prolog/init].
invented_case(s42_b_1_neg).
