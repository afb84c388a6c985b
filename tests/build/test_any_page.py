"""Whatever stands in a page: it is read, or refused with its line, and Markdown reads the same."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from markdown import Markdown

from widgets.build import runnable
from widgets.build.check.formulas import FORMULA
from widgets.build.check.links import link_findings
from widgets.build.check.prose import matches
from widgets.build.finding import Finding
from widgets.build.glossary import read_glossary
from widgets.build.page import Page, parse_pages

derandomized = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=400,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)

FENCES = [
    *("```", "````", "~~~", "python", ".python", "text", 'cell="a"', "cell='b-c'"),
    *("cell=a", "cell", 'cell=""', 'raises="E"', 'alt="x"'),
    *('source="lessons.topic.double"', 'source="lessons./.x"', 'title="t"'),
    *('hl_lines="1"', 'hl_lines="x"', 'linenums="1"', 'foo="b"', "{", "}", "{.python"),
    *("{.python}", "{cell=a}", "#", ">", "-", ":", '="', "1", "x"),
]
FENCE_PIECES = [*FENCES, *'\n\n\n \t\u00a0\u2028\x85\x0b\f\r\x02\x03`"', "\n\n", "    "]
OPENINGS = ['```python cell="a"', "```python source='lessons.topic.double'", "```text", "```"]
YAML = [
    *("---\n", "...\n", "title: x\n", "- a\n", "? \n", "? [a]\n", "{", "}", "[", "]"),
    *(": ", "&a ", "*a", "<<: *a\n", "!!python/name:x ", "!!timestamp x", "2001-99-99"),
    *("!!int x", "!!bool x", "!!binary x", "sources:\n", "  - id: 1\n", "    year: 2\n"),
    *("requires: ", "outcomes: ", "minutes: ", "!x ", "1: ", "null: ", "\t", "\x00"),
    *("\x0f", "\ud7ff", "#", "'", '"', ">\n", "%YAML 9.9\n"),
]
PROSE = [
    *("[", "]", "(", ")", "<", ">", "{", "}", "#", "!", "$", "\\", "`", '"', "'", "\n"),
    *(" ", "\n\n", "](", "$$", "\\(", "\\)", "<!--", "-->", "<a href=", "<img src="),
    *("## ", "{#a}", "](#a)", "](other.md)", "](//x", "](\x00)", "](%00)", "[a]: b\n", ":   "),
    f"]({'x' * 300})",
]


def texts(*pieces: str) -> st.SearchStrategy[str]:
    piece = st.sampled_from(pieces) | st.text(st.characters(exclude_categories=["Cs"]), max_size=3)
    return st.lists(piece, max_size=16).map("".join)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    (root / "docs" / "track").mkdir(parents=True)
    (root / "lessons").mkdir()
    (root / "lessons" / "topic.py").write_text("def double(x):\n    return 2 * x\n")
    return root


def read(project: Path, text: str | bytes, name: str = "index.md") -> tuple[Page, list[Finding]]:
    """The page, and what is wrong with it; every finding names a line that the file has."""
    file = project / "docs" / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    try:
        [page], findings = parse_pages(project / "docs", project)
        lines = file.read_text(encoding="utf-8-sig", errors="replace").count("\n") + 1
    finally:
        file.unlink()
    assert [finding for finding in findings if not 1 <= finding.line <= lines] == []
    assert {finding.path for finding in findings} <= {f"docs/{name}"}
    return page, findings


def blocks_of_markdown(text: str) -> list[tuple[str, str]]:
    """What SuperFences hands to the course's fence: each block's name and the text inside."""
    found: list[tuple[str, str]] = []

    def keep(source: str, _: str, __: str, options: dict[str, str], *___: Any, **____: Any) -> str:
        found.append((options.get("cell") or options.get("source", ""), source))
        return ""

    fence = {"name": "python", "class": "fp-cell", "validator": runnable.validate, "format": keep}
    Markdown(
        extensions=["pymdownx.superfences", "pymdownx.highlight"],
        extension_configs={"pymdownx.superfences": {"custom_fences": [fence]}},
    ).convert(text)
    return found


def assert_agreement(project: Path, text: str) -> None:
    page, findings = read(project, f"---\ntitle: x\n---\n{text}")
    if findings:
        return
    ours = [
        (f"{block.module}.{block.id}" if block.module else block.id, block) for block in page.blocks
    ]
    theirs = blocks_of_markdown(page.body)
    assert [name for name, _ in ours] == [name for name, _ in theirs]
    for (_, block), (_, source) in zip(ours, theirs, strict=True):
        assert block.module or block.code.split() == source.split()


fence_texts = st.lists(
    st.sampled_from(OPENINGS)
    | texts(*FENCE_PIECES)
    | st.sampled_from(["\n", "\n```\n", "\nx = 1\n"]),
    max_size=10,
).map("".join)


@derandomized
@given(fence_texts)
def test_what_is_a_block_here_is_one_for_markdown(project: Path, text: str) -> None:
    assert_agreement(project, text)


@derandomized
@given(texts(*FENCES).map(lambda info: " ".join(info.splitlines())), st.sampled_from(["", " "]))
def test_any_options_are_understood_by_both_or_refused_here(
    project: Path, info: str, space: str
) -> None:
    assert_agreement(project, f'```python{space}{info}\nx = 1\n```\n\n```python cell="z"\n2\n```\n')


@derandomized
@given(texts(*YAML), st.sampled_from(["index.md", "track/lesson.md"]))
def test_any_front_matter_is_read_or_refused(project: Path, text: str, name: str) -> None:
    read(project, f"---\n{text}\n---\nText\n", name)
    read(project, text, name)


@derandomized
@given(st.binary(max_size=20))
@example("caf\xe9".encode("latin-1"))
def test_any_bytes_are_read_or_refused(project: Path, content: bytes) -> None:
    read(project, content)


@derandomized
@given(texts(*PROSE))
def test_any_prose_is_searched(project: Path, text: str) -> None:
    page, _ = read(project, text)
    list(link_findings([page], project / "docs"))
    list(matches(FORMULA, page))
    read_glossary(text)


@pytest.mark.parametrize(
    "part",
    [
        *(
            "[",
            "[a](",
            "[[]",
            "[a]: ",
            "![",
            "](<",
            "<a ",
            "<a x=",
            "<img a-a-",
            "{#a",
            "{:#",
            "{#a #",
        ),
        *(
            "`",
            "` `` ",
            "<!--",
            "$",
            "$$",
            "\\(",
            "\\[",
            "\\$",
            "$a ",
            "a {#",
            "a {#a}\n:   b\n",
            "# #",
            "#  ",
        ),
        *(
            "```a=",
            "x" * 9,
            '```python a="b" ',
            " a='",
            "```{",
            "> ",
            "---\n",
            "a: ",
            "- ",
            "[a](b(",
        ),
    ],
)
def test_no_search_goes_on_for_ever(project: Path, part: str) -> None:
    for start in ("", "# ", "```python ", "---\n"):
        text = f"{start}{part * 600}"
        page, _ = read(project, text)
        list(link_findings([page], project / "docs"))
        list(matches(FORMULA, page))
        read_glossary(text)
