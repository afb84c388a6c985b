"""Cases 6, 7 and 23: what a run shows is short, harmless, whole and in order."""

import json

import pytest
from lesson import edit, output, run
from playwright.sync_api import expect

SHORT, WHOLE_TEXT = 2500, 21_000
"""Characters: of numbers in their structure, and of a text that is one value."""
PLOT = "plt.figure(); plt.plot([1, {}]); plt.title('{}')"
HARM = "window.harmed=true"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}<circle r="1"/></svg>'

PRESSED = """all => all.forEach(node =>
    node.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true})))"""


def shown(block, code: str) -> str:
    """Run code; returns the text that it shows."""
    edit(block, code)
    run(block)
    return block.locator(".fp-output").inner_text()


LARGE = [
    "[0] * 10**6",
    "numpy.zeros(10**7)",
    "numpy.zeros((10**3, 10**4))",
    "numpy.zeros((2,) * 20)",
    "list(numpy.zeros((10**4, 10)))",
    "[list(range(10**5))] * 100",
    "dict.fromkeys(range(10**6))",
    "'x' * 10**7",
    "('x' * 10**6, [0] * 10**6)",
    "10**5000",
    "type('Wide', (), {'__repr__': lambda self: 'x' * 10**7})()",
    "type('Tall', (), {'__repr__': lambda self: 'x\\n' * 10**6})()",
]


def test_case_06_a_very_large_value_is_shown_in_short(scratch) -> None:
    shown(scratch, "import numpy\n" + "\n".join(f"display({value})" for value in LARGE))
    values = [str(text) for kind, text in output(scratch) if kind == "fp-value"]
    lengths = dict(zip(LARGE, map(len, values), strict=True))
    assert {value: length for value, length in lengths.items() if not 0 < length < WHOLE_TEXT} == {}
    for value in LARGE[:2]:  # the last line's value is shown in the same way
        assert 0 < len(shown(scratch, value)) < SHORT


def test_case_06_a_printed_list_of_a_million_says_how_much_is_cut(scratch) -> None:
    shown(scratch, "print([0] * 10**6)")
    expect(scratch.locator(".fp-cut")).to_contain_text("characters")
    assert sum(len(str(text)) for _, text in output(scratch)) < 200_000


@pytest.mark.parametrize(
    "text",
    [
        "<b>x</b><img src=x onerror=alert(1)>",
        "&lt;b&gt; </pre><script>window.harmed=true</script> <!-- x --> ]]>",
    ],
)
def test_case_07_printed_markup_is_shown_character_by_character(shared, scratch, text) -> None:
    shown(scratch, f"print({text!r})\n{text!r}")
    assert output(scratch) == [["fp-text", f"{text}\n"], ["fp-value", repr(text)]]
    assert shared.complaints == []


HOSTILE = [
    f"<script>{HARM}</script>",
    f"<img src=x onerror={HARM}>",
    f"<svg><animate onbegin={HARM} attributeName=x dur=1s></svg>",
    f"<details open ontoggle={HARM}>x</details>",
    f'<a href="javascript:{HARM}">press</a>',
    f'<a href="jav&#x09;ascript:{HARM}">press</a>',
    f'<iframe srcdoc="<script>parent.{HARM}</script>"></iframe>',
    f'<form action="javascript:{HARM}"><button>press</button></form>',
    f'<object data="javascript:{HARM}"></object>',
    f"<math><mtext><table><mglyph><style><img src=x onerror={HARM}></style></table></math>",
    '<meta http-equiv="refresh" content="0;url=https://example.org/">',
    '<base href="https://example.org/">',
]


MARKUP = {
    "html": [f"<b>shown</b>{hostile}" for hostile in HOSTILE],
    "markdown": [f"**shown**\n\n{hostile}\n\n[x](javascript:{HARM})" for hostile in HOSTILE],
    "svg": [SVG.format(f"<text>shown</text>{hostile}") for hostile in HOSTILE],
}


@pytest.mark.parametrize("kind", MARKUP)
def test_case_07_markup_of_a_readers_object_can_do_nothing(shared, page, scratch, kind) -> None:
    address = page.url
    shared.requests.clear()
    objects = f"class Shown(str):\n    def _repr_{kind}_(self): return str(self)\n"
    shown(scratch, f"{objects}for markup in {json.dumps(MARKUP[kind])}: display(Shown(markup))")
    boxes = scratch.locator(".fp-rich")
    expect(boxes).to_have_count(len(HOSTILE))
    for box in boxes.all():
        expect(box).to_contain_text("shown")
    boxes.locator("a, button, summary").evaluate_all(PRESSED)
    left = boxes.locator("script, iframe, object, base, meta, style, form")
    assert left.evaluate_all("all => all.map(node => node.outerHTML)") == []
    assert page.evaluate("window.harmed ?? null") is None
    assert page.url == address
    assert not [url for url in shared.paths() if url.startswith("https:")]


def test_case_23_texts_and_figures_stand_in_the_order_of_the_code_in_twenty_runs(scratch) -> None:
    code = (
        "import matplotlib.pyplot as plt\nprint(1)\nprint(2)\nprint(3)\n"
        f"{PLOT.format(2, 'first')}\nprint(4)\n{PLOT.format(3, 'second')}"
    )
    edit(scratch, code)
    for _ in range(20):
        run(scratch)
        kinds = [kind for kind, _ in output(scratch)]
        assert kinds == ["fp-text", "figure", "fp-text", "figure"]
        (_, one), _, (_, two), _ = output(scratch)
        assert (one, two) == ("1\n2\n3\n", "4\n")
        titles = scratch.locator(".fp-figure")
        expect(titles.nth(0)).to_contain_text("first")
        expect(titles.nth(1)).to_contain_text("second")
