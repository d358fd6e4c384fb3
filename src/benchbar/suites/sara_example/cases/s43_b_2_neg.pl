% Text
% Maren Holt is a householder. In 2032 Dara Finch slept in her dwelling on 200 nights and paid her a rent of $5 for each of them.

% Question
% Section 43(b)(2) applies to Dara Finch and Maren Holt for the year 2032. Contradiction

% Facts
:- [statutes/prolog/init].
invented_case(s43_b_2_neg).
