"""The options of a runnable fence, checked in one place for the parser and for SuperFences."""

import difflib
from collections.abc import Iterable, Mapping

from pymdownx.superfences import RE_HL_LINES, RE_LINENUMS

KINDS = ("cell", "source")
OPTIONS = (*KINDS, "alt", "raises")
# The name of the reader's own cell.
SCRATCH = "scratch"
# What pymdownx.highlight knows of a block that is merely shown, and the values of which it knows.
HIGHLIGHT_OPTIONS = {"title": None, "linenums": RE_LINENUMS, "hl_lines": RE_HL_LINES}


def is_runnable(options: Iterable[str]) -> bool:
    """Whether a `python` fence with these options is one of ours and not just highlighted code."""
    return any(option in OPTIONS for option in options)


def unknown(options: Iterable[str], known: Iterable[str]) -> str | None:
    """A fault if an option of a fence means nothing here."""
    for option in options:
        if option not in known:
            return f"unknown option {option!r}{suggestion(option, known)}"
    return None


def highlight_fault(options: Mapping[str, str]) -> str | None:
    """What is wrong with a fence that is merely shown: Markdown would not take it for one."""
    if found := unknown(options, (*OPTIONS, *HIGHLIGHT_OPTIONS)):
        return found
    for option, value in options.items():
        form = HIGHLIGHT_OPTIONS[option]
        if form and not form.match(value):
            return f"option {option!r} does not know {value!r}"
    return None


def fault(options: Mapping[str, str], body: str) -> str | None:
    """What is wrong with a runnable fence; None if nothing is."""
    if found := unknown(options, OPTIONS):
        return found
    for option, value in options.items():
        if not value.strip() or value == option:
            return f'option {option!r} needs a value: {option}="…"'
    kinds = [kind for kind in KINDS if kind in options]
    if len(kinds) != 1:
        return "a runnable block is either a cell or a source: give one of the two"
    if "cell" in options and not options["cell"].replace("-", "_").isidentifier():
        return f"{options['cell']!r} is no cell name: letters, digits and hyphens, a letter first"
    if options.get("cell") == SCRATCH:
        return f"{SCRATCH!r} is the empty cell at the end of every lesson: take another name"
    if "cell" in options and not body.strip():
        return "the cell is empty"
    if "source" in options and body.strip():
        return "a source block is empty: its code is taken from the module"
    return None


def suggestion(name: str, known: Iterable[str]) -> str:
    """`; did you mean '…'?` where a known name is near, else nothing."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def alternatives(alt: str) -> list[str]:
    """The text alternatives in an `alt` option: one for each figure, told apart by ` | `."""
    return [text.strip() for text in alt.split(" | ")] if alt else []
