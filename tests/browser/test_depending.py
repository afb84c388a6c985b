"""What an edit means for other cells, and what code of one's own may do."""

from lesson import cell, cells, code_of, comes_to, edit, output, run
from playwright.sync_api import expect


def test_cells_that_depend_on_an_edited_one_are_marked_until_it_is_edited_back(page) -> None:
    softmax, user, other = (cell(page, name) for name in ("softmax", "same_numbers", "four_masks"))
    run(user)
    expect(user).not_to_have_attribute("data-state", "stale")
    published = code_of(softmax)
    edit(softmax, f"{published}\n# mine")
    comes_to(user, "stale")
    expect(user.get_by_role("status")).not_to_be_empty()
    edit(softmax, published)
    comes_to(user, "done")
    expect(other).not_to_have_attribute("data-state", "stale")


def test_an_empty_cell_ends_the_lesson_and_knows_its_names(page) -> None:
    last = cells(page).last
    expect(last).to_have_id("scratch")
    edit(last, "print(words)")
    run(last)
    assert output(last) == [["fp-text", "['the', 'cat', 'sat', 'on']\n"]]


def test_await_may_stand_at_top_level(page) -> None:
    block = cell(page, "scratch")
    edit(block, "import asyncio\nawait asyncio.sleep(0, 'awaited')")
    run(block)
    assert output(block) == [["fp-value", "'awaited'"]]


RANDOM = {
    "import random, numpy\nprint(random.random(), numpy.random.random())": False,
    "import numpy\nprint(numpy.random.default_rng().random())": False,
    "import random, numpy\nrandom.seed(1)\nprint(random.random())": True,
    "import numpy\nprint(numpy.random.default_rng(1).random())": True,
}


def test_random_numbers_are_the_same_on_each_visit_only_if_seeded(page) -> None:
    told = []
    for _ in range(2):
        page.reload()
        block = cell(page, "scratch")
        for code in RANDOM:
            edit(block, code)
            run(block)
            told.append(output(block))
    first, second = told[: len(RANDOM)], told[len(RANDOM) :]
    equal = [one == other for one, other in zip(first, second, strict=True)]
    assert dict(zip(RANDOM, equal, strict=True)) == RANDOM
