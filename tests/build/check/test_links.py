"""Links that lead nowhere and images without words, each with its line."""

import pytest

from widgets.build.check.links import link_findings


def found(course) -> list[str]:
    return [str(finding) for finding in link_findings(course.pages(), course.docs)]


@pytest.fixture
def course(course):
    """A lesson to link to, with anchors of every kind."""
    (course.docs / "track").mkdir(parents=True)
    (course.docs / "track" / "drawing.svg").write_text("<svg/>")
    course.write("index.md", "# Home\n")
    course.write(
        "track/topic.md",
        """\
        # The topic

        ## Two words

        ## Two words

        ## *Set* in [a link](https://course.example/) {#mine}

        <span id="raw"></span>

        ```python cell="sum"
        1 + 1
        ```
        """,
        "title: T\nsummary: S.\nminutes: 1\nrequires: []\noutcomes: [a, b]\nchecked: 2026-11-30\n"
        'sources: [{id: paper, title: P, authors: A, year: 2020, arxiv: "1", where: "§1"}]\n',
    )
    return course


@pytest.mark.parametrize(
    "link",
    [
        "[out](https://course.example/nowhere#x)",
        "[mail](mailto:a@course.example)",
        "[topic](track/topic.md)",
        '[topic](track/topic.md "with a title")',
        "[topic](<track/topic.md>)",
        "[a](track/topic.md#two-words) [b](track/topic.md#two-words_1) [c](track/topic.md#mine)",
        "[a](track/topic.md#raw) [b](track/topic.md#sum) [c](track/topic.md#scratch)",
        "[a](track/topic.md#source-paper) [own](#here)\n\n## Here",
        "[nested [brackets]](track/topic.md)",
        "[topic][there]\n\n[there]: track/topic.md",
        "[There][]\n\n[there]: track/topic.md",
        '<a href="track/topic.md">topic</a>',
        "![A drawing](track/drawing.svg)",
        '<img src="track/drawing.svg" alt="A drawing">',
        "`[code](nowhere.md)` and ``[x][y] ` ``",
        "```\n[code](nowhere.md)\n```",
        "<!-- [left out](nowhere.md) -->",
        "an array[i][j] of text\\[a\\][b]",
        "a footnote[^1]\n\n[^1]: Its text.",
    ],
)
def test_what_leads_somewhere_is_left_alone(course, link):
    course.write("index.md", f"{link}\n")
    assert [text for text in found(course) if "no link is called" not in text] == []


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("[a](track/topik.md)", "there is no 'track/topik.md'; did you mean 'track/topic.md'?"),
        ("[a](track/topic)", "there is no 'track/topic'; did you mean 'track/topic.md'?"),
        ("[a](/track/topic.md)", "'/track/topic.md' works at a server's root only"),
        ("[a](../topic.md)", "there is no '../topic.md'"),
        (
            "[a](track/topic.md#two-word)",
            "track/topic.md has no anchor 'two-word'; did you mean 'two-words'?",
        ),
        ("[a](#nowhere)", "this page has no anchor 'nowhere'"),
        (f"[a]({'x' * 300})", "there is no 'xxx"),
        ("[a]()", "a link without a target"),
        ("[a][b]", "no link is called 'b'"),
        ("[a][ther]\n\n[there]: track/topic.md", "'ther'; did you mean 'there'?"),
        ("[a][b]\n\n[b]: nowhere.md", "there is no 'nowhere.md'"),
        ('<a href="nowhere.md">a</a>', "there is no 'nowhere.md'"),
        ("![](track/drawing.svg)", "the image has no text alternative"),
        ("![A drawing](track/drawing.png)", "there is no 'track/drawing.png'"),
        ('<img src="track/drawing.svg">', "the image has no text alternative"),
        ('<img src="track/drawing.svg" alt="">', "the image has no text alternative"),
    ],
)
def test_a_fault_is_told_with_its_line(course, link, words):
    course.write("index.md", f"# Home\n\nSome text,\nthen {link}\n")
    messages = found(course)
    assert len(messages) == 1
    place, _, text = messages[0].partition(": ")
    line = 10 if "nowhere.md" in words and "[b]:" in link else 8
    assert place == f"docs/index.md:{line}"
    assert words in text


def test_a_page_may_be_linked_from_below(course):
    course.lesson("track/other.md", "[a](topic.md) [b](../index.md) [c](../indx.md)\n")
    assert [text.partition(": ")[2] for text in found(course)] == [
        "there is no '../indx.md'; did you mean '../index.md'?"
    ]
