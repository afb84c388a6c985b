"""Reading pages: fences, front matter and their faults with file and line."""

from pathlib import Path
from textwrap import dedent

import pytest

from widgets.build.page import body_hash, find_fences, headings, read_pages
from widgets.build.report import Fault

MODULE = '''
"""A module."""

SCALE = 2


def double(x):
    """Twice x."""
    return SCALE * x
'''


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "lessons" / "track").mkdir(parents=True)
    (tmp_path / "lessons" / "track" / "topic.py").write_text(MODULE)
    return tmp_path


def read(project: Path, body: str, front_matter: str = "title: Home"):
    text = f"---\n{front_matter}\n---\n\n{dedent(body)}"
    (project / "docs" / "index.md").write_text(text)
    return read_pages(project / "docs", project)[0]


def fault(project: Path, body: str, front_matter: str = "title: Home") -> str:
    with pytest.raises(Fault) as raised:
        read(project, body, front_matter)
    return str(raised.value)


def test_a_cell_keeps_its_code_options_and_line(project: Path) -> None:
    page = read(
        project,
        """\
        ## Words

        ```python cell="sum-1" alt="one | two" raises="ValueError"
        a = 1

        a + 1
        ```
        """,
    )
    [block] = page.blocks
    assert (block.id, block.code, block.module) == ("sum-1", "a = 1\n\na + 1", None)
    assert (block.alt, block.raises, block.line) == (("one", "two"), "ValueError", 7)


def test_a_source_block_takes_its_code_from_the_module(project: Path) -> None:
    page = read(project, '```python source="lessons.track.topic.double"\n```\n')
    [block] = page.blocks
    assert block.id == "double"
    assert block.module == "lessons.track.topic"
    assert block.code == 'def double(x):\n    """Twice x."""\n    return SCALE * x'


@pytest.mark.parametrize("info", ["", ' title="example.py"', ' hl_lines="1"', ' linenums="1"'])
def test_other_python_blocks_are_left_alone(project: Path, info: str) -> None:
    assert read(project, f"```python{info}\n1 + 1\n```\n").blocks == ()


@pytest.mark.parametrize(
    ("fence", "words"),
    [
        ('python cell="a" colour="red"', "unknown option 'colour'"),
        ('python cell="a" rises="ValueError"', "unknown option 'rises'; did you mean 'raises'?"),
        ("python cell=a", "'cell=a' is not understood: options are written option=\"value\""),
        ('python cell="a" alt', "'alt' is not understood"),
        ('python cell=""', "option 'cell' needs a value"),
        ('python cell="1a"', "'1a' is no cell name"),
        ('python cell="a b"', "'a b' is no cell name"),
        ('python cell="scratch"', "'scratch' is the empty cell at the end of every lesson"),
        ('python cell="a" source="lessons.track.topic.double"', "either a cell or a source"),
        ('python alt="words"', "either a cell or a source"),
        ('py cell="a"', "a runnable block begins with `python`"),
        ('Python cell="a"', "a runnable block begins with `python`"),
        ("python sorce=lessons.track.topic.double", "'sorce=lessons.track.topic.double' is not"),
        ("text some words", "'some words' is not understood"),
        ('{.python cell="a"}', "a runnable block begins with `python`"),
        ('python cel="a"', "unknown option 'cel'; did you mean 'cell'?"),
        ('python source="lessons.track.topic.double"', "a source block is empty"),
        # What follows was a block or mere code here, and another thing or nothing for Markdown.
        ('python\u00a0cell="a"', "a runnable block begins with `python`"),
        ('python cell="a"\u00a0', "\\xa0' is not understood"),
        ('python cell="a" alt="x"raises="E"', '\'alt="x"raises="E"\' is not understood'),
        ("{.python cell=a}", "options are written without braces"),
        ('python{title="t"}', "is not understood"),
        ("{.python", "'{.python' is not understood"),
        ('text foo="b"', "unknown option 'foo'"),
        ('text alt="b"', "a runnable block begins with `python`"),
        ('python hl_lines="x"', "option 'hl_lines' does not know 'x'"),
    ],
)
def test_a_faulty_fence_names_file_line_and_fault(project: Path, fence: str, words: str) -> None:
    text = fault(project, f"\n```{fence}\n1 + 1\n```\n")
    assert text.startswith("docs/index.md:6: ")
    assert words in text


@pytest.mark.parametrize(
    ("symbol", "words"),
    [
        ("lessons.track.topic.duoble", "has no 'duoble'; did you mean 'double'?"),
        ("lessons.track.topics.double", "no module 'lessons.track.topics'"),
        ("lessons.track.topics.double", "did you mean 'lessons.track.topic'?"),
        ("numpy.sum", "a source is a symbol of lessons"),
        ("lessons.track/topic.double", "no module 'lessons.track/topic'"),
        ("lessons./.double", "no module 'lessons./'"),
        (f"lessons.{'x' * 300}.double", "no module 'lessons.xxx"),
    ],
)
def test_a_missing_symbol_is_named_with_the_nearest(project: Path, symbol: str, words: str) -> None:
    assert words in fault(project, f'```python source="{symbol}"\n```\n')


def test_an_empty_cell_is_a_fault(project: Path) -> None:
    assert "the cell is empty" in fault(project, '```python cell="a"\n\n```\n')


def test_a_fence_that_is_never_closed_is_a_fault(project: Path) -> None:
    assert fault(project, "```python\n1\n") == "docs/index.md:5: the fence is never closed"


@pytest.mark.parametrize("end", ["````", "  ```"])
def test_a_fence_ends_as_it_begins(project: Path, end: str) -> None:
    page = read(project, f'```python cell="a"\n"""\n{end}\n"""\n```\n')
    assert page.blocks[0].code == f'"""\n{end}\n"""'


def test_a_fence_is_not_closed_by_what_stands_outside(project: Path) -> None:
    text = fault(project, '- item\n\n    ```text\nout\n```python cell="a"\n1\n```\n    ```\n')
    assert "docs/index.md:7: the fence is never closed" in text


def test_a_quoted_cell_is_a_fault(project: Path) -> None:
    assert "not indented" in fault(project, '> ```python cell="a"\n> 1\n> ```\n')


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_only_a_line_end_ends_a_line(project: Path, separator: str) -> None:
    assert fault(project, f"a{separator}b\n\n```python\n1\n").startswith("docs/index.md:7: ")
    assert read(project, f'a{separator}```python cell="a"\n1\n').blocks == ()


def test_characters_that_markdown_drops_are_a_fault(project: Path) -> None:
    assert fault(project, "a\n\x02b\n") == (
        "docs/index.md:6: the character '\\x02' cannot stand in a page"
    )


def test_a_file_in_another_encoding_is_named_with_its_line(project: Path) -> None:
    (project / "docs" / "index.md").write_bytes("---\ntitle: Café\n---\n".encode("latin-1"))
    with pytest.raises(Fault) as raised:
        read_pages(project / "docs", project)
    assert str(raised.value) == "docs/index.md:2: the file is not written in UTF-8"


def test_an_indented_cell_is_a_fault(project: Path) -> None:
    assert "not indented" in fault(project, '- item\n\n    ```python cell="a"\n    1\n    ```\n')


def test_two_blocks_cannot_share_a_name_nor_take_a_headings(project: Path) -> None:
    cell = '```python cell="scores"\n1\n```\n'
    assert "docs/index.md:9: 'scores' is taken by line 5" in fault(project, f"{cell}\n{cell}")
    assert "'scores' is taken by line 5" in fault(project, f"## Scores\n\n{cell}")


def test_front_matter_that_is_no_yaml_is_named_with_its_line(project: Path) -> None:
    assert fault(project, "Text", "title: Home\nsummary: a: b") == (
        "docs/index.md:3: front matter: mapping values are not allowed here"
    )


@pytest.mark.parametrize(
    ("yaml", "words"),
    [
        ("title: \x0fHome", ":2: front matter: special characters are not allowed: '\\x0f'"),
        ("title: 2026-13-45", ":1: front matter: month must be in 1..12"),
        ("title: !!timestamp x", ":1: front matter: "),
        ("title: Home\n? \n", "unknown front-matter key None"),
        ("title: Home\n1: one", "unknown front-matter key 1"),
        ("title: &a [*a]\nhides: *a", "unknown front-matter key 'hides'; did you mean 'hide'?"),
    ],
)
def test_front_matter_of_any_kind_is_refused_in_words(project: Path, yaml: str, words: str) -> None:
    assert words in fault(project, "Text", yaml)


def test_all_faults_are_listed(project: Path) -> None:
    text = fault(project, '```python cell=a\n```\n\n```python cell="b" x="y"\n1\n```\n', "tilte: H")
    assert len(text.splitlines()) == 4
    assert "docs/index.md:2: unknown front-matter key 'tilte'; did you mean 'title'?" in text


def test_a_lesson_must_say_everything(project: Path) -> None:
    (project / "docs" / "track").mkdir()
    (project / "docs" / "track" / "topic.md").write_text("---\ntitle: T\nminutes: ten\n---\nText\n")
    with pytest.raises(Fault) as raised:
        read_pages(project / "docs", project)
    for key in ("summary", "requires", "outcomes", "sources", "checked"):
        assert f"docs/track/topic.md:1: front matter has no '{key}'" in str(raised.value)
    assert "'minutes' must be a whole number, not 'ten'" in str(raised.value)


def test_fences_inside_fences_are_text() -> None:
    text = '````markdown\n```python cell="a"\n1\n```\n````\n\n~~~python\n2\n~~~\n'
    assert [(fence.language, fence.line) for fence in find_fences(text)] == [
        ("markdown", 1),
        ("python", 7),
    ]


def test_comments_in_code_are_no_headings() -> None:
    text = "# One\n\n```python\n# not a heading\n```\n\n## Two ##\n"
    assert list(headings(text, 1)) == [("One", 1), ("Two", 7)]


def test_the_body_hash_ignores_what_mkdocs_may_strip() -> None:
    assert body_hash("\n\na  \nb\n\n") == body_hash("a\nb")
    assert body_hash("a\nb") != body_hash("ab")
