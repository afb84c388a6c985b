"""Every page has its place, and prerequisites come before."""

from widgets.build.check.navigation import navigation_findings


def found(course, *nav: str) -> list[str]:
    configuration = course.root / "mkdocs.yml"
    configuration.write_text("nav:\n" + "".join(f"  - {path}\n" for path in nav))
    entries = [nav[0], {"Track": list(nav[1:])}]
    return [str(finding) for finding in navigation_findings(course.pages(), entries, configuration)]


def test_a_course_in_order(course):
    course.write("index.md", "")
    course.lesson("track/one.md")
    course.lesson("track/two.md", requires="[one]")
    assert found(course, "index.md", "track/one.md", "track/two.md") == []


def test_pages_and_nav_must_agree(course):
    course.write("index.md", "")
    course.lesson("track/one.md")
    course.lesson("track/forgotten.md")
    assert found(course, "index.md", "track/oen.md", "track/one.md", "track/one.md") == [
        "mkdocs.yml:3: nav: there is no page 'track/oen.md'; did you mean 'track/one.md'?",
        "mkdocs.yml:4: nav: 'track/one.md' is in it twice",
        "docs/track/forgotten.md:1: the page is not in nav of mkdocs.yml",
    ]


def test_a_prerequisite_is_a_lesson_that_comes_before(course):
    course.write("index.md", "")
    course.lesson("track/one.md", requires="[two, one, tow]")
    course.lesson("track/two.md")
    assert found(course, "index.md", "track/one.md", "track/two.md") == [
        "docs/track/one.md:5: requires 'two', which comes later in nav",
        "docs/track/one.md:5: requires 'one', which comes later in nav",
        "docs/track/one.md:5: requires 'tow', which is no lesson in nav; did you mean 'two'?",
    ]
