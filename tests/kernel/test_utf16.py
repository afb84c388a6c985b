"""Positions in UTF-16 units and in characters."""

from hypothesis import given
from hypothesis import strategies as st

from widgets.kernel import utf16


@given(st.text(), st.integers(min_value=0))
def test_units_are_those_of_the_encoding(text, index):
    index = min(index, len(text))
    encoded = text[:index].encode("utf-16-le", errors="surrogatepass")
    assert utf16.units(text, index) == len(encoded) // 2
    assert utf16.index(text, utf16.units(text, index)) == index


def test_a_position_behind_the_end_is_the_end():
    assert utf16.index("ab", 9) == 2
