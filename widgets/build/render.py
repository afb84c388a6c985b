"""A cell's replies as HTML: the same elements that the browser code makes from the same replies."""

from collections.abc import Iterator, Sequence
from html import escape

from widgets.kernel.protocol import (
    CutReply,
    ErrorReply,
    Reply,
    RichReply,
    TextReply,
    ValueReply,
)


def output_html(replies: Sequence[Reply], alt: Sequence[str]) -> str:
    """The content of `.fp-output` for a finished run; `alt` holds a text for each figure.

    Raises ValueError for HTML and Markdown, which only a browser makes safe.
    """
    drawn = drawings(replies)
    cuts = [reply for reply in replies if reply["type"] == "cut"]
    parts: list[str] = []
    before = None
    for reply in placed(replies):
        match reply["type"]:
            case "text" if continues(before, reply):
                parts[-1] = f"{parts[-1].removesuffix('</pre>')}{text(reply['text'])}</pre>"
            case "text":
                opening = f'<pre class="fp-text" data-stream="{reply["stream"]}">'
                parts.append(f"{opening}{opening_text(reply['text'])}</pre>")
            case "value":
                parts.append(value(reply))
            case "cut":
                parts.append(cut(cuts[-1]))
            case "rich":
                parts.append(rich(reply))
            case "figure" if reply["figure"] in drawn:
                parts.append(figure(reply["figure"], drawn[reply["figure"]], alt))
            case "error":
                parts.append(error(reply))
        before = reply
    return "".join(parts)


def placed(replies: Sequence[Reply]) -> Iterator[Reply]:
    """The replies that begin an output element or add to one: of a figure's and cuts the first."""
    seen: set[int | None] = set()
    for reply in replies:
        if reply["type"] in ("figure", "cut"):
            key = reply["figure"] if reply["type"] == "figure" else None
            if key in seen:
                continue
            seen.add(key)
        yield reply


def drawings(replies: Sequence[Reply]) -> dict[int, str]:
    """The SVG of each figure that was drawn, by number."""
    return {
        reply["figure"]: reply["svg"]
        for reply in replies
        if reply["type"] == "figure" and reply["svg"] is not None
    }


def continues(before: Reply | None, here: TextReply) -> bool:
    """Whether a text goes on in the element of the reply before it."""
    return before is not None and before["type"] == "text" and before["stream"] == here["stream"]


def figure(number: int, svg: str, alt: Sequence[str]) -> str:
    """A figure with its text alternative."""
    label = alt[number] if number < len(alt) else f"Figure {number + 1}"
    return f'<div class="fp-figure" role="img" aria-label="{attribute(label)}">{svg}</div>'


def value(reply: ValueReply) -> str:
    """A value, and what its text cannot say of it."""
    note = "" if reply["note"] is None else f'<p class="fp-note">{text(reply["note"])}</p>'
    return f'<pre class="fp-value">{opening_text(reply["text"])}</pre>{note}'


def cut(reply: CutReply) -> str:
    """How much was printed between the texts before and after."""
    characters, lines = counted(reply["characters"], "character"), counted(reply["lines"], "line")
    lines = f" ({lines})" if reply["lines"] else ""
    return f'<p class="fp-cut">… {characters}{lines} left out …</p>'


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 line`, `12,345 lines`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def rich(reply: RichReply) -> str:
    """An object's own drawing. It comes from a lesson, which this project has written."""
    if reply["format"] != "svg":
        raise ValueError(f"a page takes svg, not {reply['format']}")
    return f'<div class="fp-rich" data-format="svg">{reply["content"]}</div>'


def error(reply: ErrorReply) -> str:
    """An exception: its type and message, a hint, then where it came from."""
    message = f": {text(reply['message'])}" if reply["message"] else ""
    hint = "" if reply["hint"] is None else f'<p class="fp-hint-line">{text(reply["hint"])}</p>'
    return (
        f'<div class="fp-error"><p class="fp-message"><strong>{text(reply["name"])}</strong>'
        f"{message}</p>{hint}"
        f'<pre class="fp-traceback">{text(reply["traceback"])}</pre></div>'
    )


def opening_text(raw: str) -> str:
    """Text right behind `<pre>`, where a parser takes a first line break for layout."""
    return f"\n{text(raw)}" if raw.startswith("\n") else text(raw)


def text(raw: str) -> str:
    """Text content as a browser's serialiser writes it."""
    return escape(raw, quote=False)


def attribute(raw: str) -> str:
    """An attribute's value as a browser's serialiser writes it."""
    return text(raw).replace('"', "&quot;")
