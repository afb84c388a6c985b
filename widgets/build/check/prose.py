"""A page's prose line by line: what is code, or a comment, is blank, so that columns stay."""

import re
from collections.abc import Iterator

from widgets.build.page import Page, find_fences

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
CODE = re.compile(r"(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)", re.DOTALL)


def prose(page: Page) -> str:
    """The body with fenced blocks, inline code and comments replaced by spaces."""
    lines = page.body.split("\n")
    for fence in find_fences(page.body):
        for number in range(fence.line - 1, min(fence.line + fence.length - 1, len(lines))):
            lines[number] = " " * len(lines[number])
    text = "\n".join(lines)
    for pattern in (COMMENT, CODE):
        text = pattern.sub(blank, text)
    return text


def blank(found: re.Match[str]) -> str:
    """As many spaces, and the line breaks."""
    return re.sub(r"[^\n]", " ", found[0])


def matches(pattern: re.Pattern[str], page: Page) -> Iterator[tuple[re.Match[str], int]]:
    """Where the pattern occurs in a page's prose, with the file's line."""
    text = prose(page)
    for found in pattern.finditer(text):
        yield found, page.first_line + text.count("\n", 0, found.start())
