% Text
% Ansel Rook and Ivo Tarn shared a dwelling in Marlow in 2032. Its fuel for that year cost $840, of which Ansel Rook paid $420 and Ivo Tarn paid $420.

% Question
% Section 42(c) applies to Ansel Rook for the year 2032. Contradiction

% Facts
:- [statutes/prolog/init].
invented_case(s42_c_neg).
