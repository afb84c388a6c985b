"""Thirty faults that readers of pages like these met elsewhere: each has a test in a browser.

The tests bear the faults' numbers, `test_case_07_…`; one test may bear several.
"""

import re
from pathlib import Path

CASES = set(range(1, 31))
BROWSER_TESTS = Path(__file__).with_name("browser")
NUMBERS = re.compile(r"^def test_case((?:_\d\d)+)_", re.MULTILINE)


def test_every_case_has_a_test_in_a_browser() -> None:
    sources = [path.read_text() for path in BROWSER_TESTS.rglob("test_*.py")]
    numbers = {
        int(number)
        for source in sources
        for found in NUMBERS.findall(source)
        for number in found.split("_")[1:]
    }
    assert sorted(CASES - numbers) == [], "no test bears these numbers"
    assert sorted(numbers - CASES) == [], "there are no such cases"
