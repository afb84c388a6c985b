"""What a page's front matter must and may say."""

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

import yaml
from mkdocs.utils.meta import YAML_RE

from widgets.build.fences import suggestion

# libyaml, where PyYAML comes with it: several times as fast, with fewer words for what is wrong.
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

LESSON_KEYS = ("title", "summary", "minutes", "requires", "outcomes", "sources", "checked")
PAGE_KEYS = ("title", "summary", "hide", "search")
SOURCE_KEYS = ("id", "title", "authors", "year", "url", "arxiv", "where")
REQUIRED_SOURCE_KEYS = ("id", "title", "authors", "year", "where")


def yaml_faults(text: str) -> Iterator[tuple[int, str]]:
    """What keeps front matter from being read, with its line; MkDocs would pass over it."""
    found = YAML_RE.match(text)
    if not found:
        return
    try:
        yaml.load(found[1], Loader)
    except Exception:  # a value that is none of its type ends in whatever its reader raises
        yield yaml_fault(found[1])


def yaml_fault(text: str) -> tuple[int, str]:
    """What keeps YAML from being read, with its line in the page."""
    try:
        yaml.safe_load(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 2 if error.problem_mark else 1
        return line, f"front matter: {error.problem}"
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 2
        return line, f"front matter: {error.reason}: {chr(error.character)!r}"
    except Exception as error:
        return 1, f"front matter: {error}"
    return 1, "front matter: libyaml refuses it"


Key = tuple[str | int, ...]
DEEPEST = len(("sources", 0, "year"))


def key_lines(text: str) -> dict[Key, int]:
    """The line of each key of front matter, and of each entry of its lists."""
    found = YAML_RE.match(text)
    node = yaml.compose(found[1], Loader) if found else None
    return dict(node_lines(node, ())) if node else {}


def node_lines(node: yaml.Node, key: Key) -> Iterator[tuple[Key, int]]:
    """The lines of the keys and entries below a node of YAML; its first is the file's second."""
    if len(key) == DEEPEST:  # an alias may lead back to where it stands
        return
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            yield (*key, name.value), name.start_mark.line + 2
            yield from node_lines(value, (*key, name.value))
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield (*key, number), value.start_mark.line + 2
            yield from node_lines(value, (*key, number))


def nearest(lines: Mapping[Key, int], key: Key) -> int:
    """The line of a key, or of what it would stand in."""
    while key and key not in lines:
        key = key[:-1]
    return lines.get(key, 1)


def faults(meta: Mapping[str, Any], lesson: bool) -> Iterator[tuple[Key, str]]:
    """Everything that is wrong with a page's front matter, each with the key concerned."""
    known = LESSON_KEYS if lesson else PAGE_KEYS
    for key in meta:
        if key not in known:
            yield (key,), f"unknown front-matter key {key!r}{suggestion(str(key), known)}"
    for key in known if lesson else ("title",):
        if key not in meta:
            yield (), f"front matter has no {key!r}"
    if lesson:
        yield from value_faults(meta)


def value_faults(meta: Mapping[str, Any]) -> Iterator[tuple[Key, str]]:
    """What is wrong with the values of a lesson's front matter."""
    expected = {
        "title": (str, "a text"),
        "summary": (str, "one sentence"),
        "minutes": (int, "a whole number"),
        "requires": (list, "a list of slugs"),
        "outcomes": (list, "a list of two to four sentences"),
        "sources": (list, "a list of sources"),
        "checked": (datetime.date, "a date such as 2026-11-30"),
    }
    for key, (kind, words) in expected.items():
        if key in meta and not isinstance(meta[key], kind):
            yield (key,), f"front matter: {key!r} must be {words}, not {meta[key]!r}"
    outcomes = meta.get("outcomes")
    if isinstance(outcomes, list) and not 2 <= len(outcomes) <= 4:
        yield ("outcomes",), f"front matter: two to four outcomes, not {len(outcomes)}"
    sources = meta.get("sources")
    if isinstance(sources, list):
        for number, source in enumerate(sources):
            for inside, fault in source_faults(source):
                yield ("sources", number, *inside), f"front matter: source {number + 1}{fault}"


def source_faults(source: object) -> Iterator[tuple[Key, str]]:
    """What is wrong with one entry of `sources`."""
    if not isinstance(source, dict):
        yield (), f" must be a table of {', '.join(SOURCE_KEYS)}"
        return
    for key in source:
        if key not in SOURCE_KEYS:
            yield (key,), f": unknown key {key!r}{suggestion(str(key), SOURCE_KEYS)}"
    for key in REQUIRED_SOURCE_KEYS:
        if not source.get(key):
            yield (key,), f" has no {key!r}"
    if not (source.get("url") or source.get("arxiv")):
        yield (), " needs 'url' or 'arxiv'"
