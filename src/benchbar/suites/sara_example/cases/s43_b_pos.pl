% Text
% Maren Holt is a householder. In 2032 Pell Sorrow, who is not related to her, slept in her dwelling on 140 nights and paid her nothing for them.

% Question
% Under section 43(b), Pell Sorrow is a lodger of Maren Holt for the year 2032. Entailment

% Facts
:- [statutes/prolog/init].
invented_case(s43_b_pos).
