"""What browser tests do with a lesson, in a reader's terms."""

from playwright.sync_api import Locator, Page, expect

from widgets.build.page import read_pages

START_LIMIT_MS = 90_000
CORE_ATTENTION = "architecture/core-attention/"
# Code that says when it runs.
BEGUN = "print('begun', flush=True)\n"
SELECT_ALL = "ControlOrMeta+a"
# Not `wait_for_function`: the site's policy forbids what it does.
NOTED = """() => new Promise(resolve => {
    const look = () => !scrollY || history.state?.y === scrollY
        ? resolve() : requestAnimationFrame(look);
    look();
})"""

# Promises to return once something holds for an element or what is in it, or patience ends.
UNTIL = """(place, [kind, name, expected, patience]) => new Promise(resolve => {
    const observer = new MutationObserver(look);
    const timer = setTimeout(end, patience);
    function end() {
        observer.disconnect();
        clearTimeout(timer);
        resolve();
    }
    function look() {
        const found = kind === "text"
            ? [...place.querySelectorAll(name)].map(part => part.textContent).join("")
            : place.getAttribute(name);
        if (found === expected) end();
    }
    observer.observe(place,
        {attributes: true, characterData: true, childList: true, subtree: true});
    look();
})"""


def lessons() -> list[str]:
    """The addresses of all pages with runnable blocks."""
    return [f"{page.key}/" for page in read_pages() if page.blocks]


def pages() -> list[str]:
    """The addresses of all pages written by hand."""
    return [f"{page.key}/".removeprefix("/") for page in read_pages()]


def cell(page: Page, name: str) -> Locator:
    """A runnable block by its id."""
    return page.locator(f"fp-cell#{name}")


def cells(page: Page) -> Locator:
    """All runnable blocks of the page, in order."""
    return page.locator("fp-cell")


def run_button(block: Locator) -> Locator:
    """The block's Run."""
    return block.get_by_role("button", name="Run", exact=True)


def comes_to(block: Locator, state: str) -> None:
    """Wait until the block has come to a state."""
    has(block, "data-state", state)


def has(place: Locator, attribute: str, value: str) -> None:
    """Wait for an attribute's value, without the half second that `expect` lets pass each time."""
    place.evaluate(UNTIL, ["attribute", attribute, value, START_LIMIT_MS])
    expect(place).to_have_attribute(attribute, value)


def shows(block: Locator, selector: str, text: str) -> None:
    """The same for the text of what is in an element."""
    block.evaluate(UNTIL, ["text", selector, text, START_LIMIT_MS])
    expect(block.locator(selector)).to_have_text(text)


def python(page: Page, state: str) -> None:
    """Wait until Python has come to a state."""
    has(page.locator("html"), "data-fp-kernel", state)


def run(block: Locator, state: str = "done") -> None:
    """Press Run and wait until the block has come to a state."""
    run_button(block).click()
    comes_to(block, state)


def follow(link: Locator) -> None:
    """Click a link once Material has noted where the page stands, 0.1 s after it was scrolled.

    A click before that makes it scroll the next page to the old place.
    """
    link.scroll_into_view_if_needed()
    link.page.evaluate(NOTED)
    link.click()


def search(page: Page, word: str) -> None:
    """Search the site for a word, once per page, until something is found."""
    page.get_by_role("textbox", name="Search").press_sequentially(word)  # Material looks at keys
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    page.keyboard.press("Escape")


def reset_all(page: Page) -> None:
    """Bring every block back to what was published."""
    page.locator(".fp-reset").evaluate_all("all => all.forEach(button => button.click())")


def code_of(block: Locator) -> str:
    """The block's published code."""
    return block.locator(".fp-code code").inner_text()


def edit(block: Locator, code: str) -> None:
    """Replace the block's code by typing into its editor."""
    # Not the textbox: the static one gives way to the editor, perhaps at this very moment.
    block.locator(".fp-code").click()
    editor = block.locator(".cm-content")
    expect(editor).to_be_visible()
    editor.press(SELECT_ALL)
    editor.press("Delete")
    # As a paste: typing would add the editor's own indentation and closing brackets.
    editor.page.keyboard.insert_text(code)


def output(block: Locator) -> list[tuple[str, object]]:
    """The block's output: texts to the letter, figures as the structure of their SVG."""
    return block.locator(".fp-output").evaluate(
        """output => [...output.children].map(part => part.classList.contains("fp-figure")
            ? ["figure", [part.getAttribute("aria-label"),
                ...[...part.querySelectorAll("*")].map(node => [
                    node.localName, node.id, node.children.length ? "" : node.textContent])]]
            : [part.className, part.textContent])"""
    )


def begin(block: Locator) -> None:
    """Press Run and wait until the code itself runs: it has to print `begun` first."""
    run_button(block).click()
    shows(block, ".fp-text", "begun\n")


def stop(block: Locator) -> None:
    """Press Stop and wait until that is done."""
    block.get_by_role("button", name="Stop", exact=True).click()
    comes_to(block, "stopped")


def all_cells(page: Page) -> Locator:
    """What can be done with all blocks at once."""
    return page.get_by_role("toolbar", name="All cells of this page")


def press(page: Page, name: str) -> None:
    """Press one of the page's own buttons."""
    all_cells(page).get_by_role("button", name=name, exact=True).click()


def status(block: Locator) -> Locator:
    """The line that says how the block stands."""
    return block.get_by_role("status")


def fails(block: Locator, code: str) -> Locator:
    """Run code that ends in an error; returns the box that tells of it."""
    edit(block, code)
    run(block, "error")
    return block.locator(".fp-error")


def works(block: Locator) -> None:
    """The next run is as good as any."""
    edit(block, "print('works')")
    run(block)
    assert output(block) == [["fp-text", "works\n"]]
