% Text
% Wynn Aster was born on 9 February 2015. In 2031 Wynn Aster lived all year in a dwelling in Marlow and paid for all of its fuel.

% Question
% Section 42(b)(1) applies to Wynn Aster for the year 2031. Entailment

% Facts
:- [statutes/prolog/init].
invented_case(s42_b_1_pos).
