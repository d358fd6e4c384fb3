from benchbar.seeds import rng_for, share_of


def test_a_name_always_draws_the_same() -> None:
    assert rng_for("blt", 7, "4k").random() == rng_for("blt", 7, "4k").random()
    assert [rng_for("x").randrange(1000) for _ in range(2)] == [rng_for("x").randrange(1000)] * 2


def test_every_part_of_a_name_counts() -> None:
    draws = {
        rng_for(*name).random() for name in [("a", 1), ("a", 2), ("b", 1), ("a", 1, 1), ("a1",)]
    }
    assert len(draws) == 5


def test_the_stream_is_the_same_on_every_machine() -> None:
    assert rng_for("blt", 0, "test").randrange(10**9) == 315642344


def test_shares_are_even_and_depend_on_the_name_alone() -> None:
    shares = [share_of("part", n) for n in range(2_000)]
    assert share_of("part", 7) == shares[7]
    assert all(0 <= share < 1 for share in shares)
    assert 340 < sum(share < 0.2 for share in shares) < 460
