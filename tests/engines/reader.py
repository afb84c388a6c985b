"""What a reader does with a lesson, in any engine whose driver finds elements as WebDriver does."""

import json
from collections.abc import Callable

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# WebKitGTK takes half a minute for the first figure where it shares two processors.
LIMIT_S = 180


class Reader:
    """A reader of one block of a lesson."""

    def __init__(self, driver: object, navigate: Callable[[str], None]) -> None:
        self.driver = driver
        self.navigate = navigate

    def open(self, address: str, block: str) -> None:
        """Go to a page, to read one of its blocks."""
        self.navigate(address)
        self.block = f"fp-cell#{block}"

    def all(self, selector: str) -> list:
        """What is in the block, by a CSS selector."""
        return self.driver.find_elements("css selector", f"{self.block} {selector}")

    def text(self, selector: str) -> str:
        """The texts of all such elements, read at one moment: a run replaces them."""
        every = f"document.querySelectorAll({json.dumps(f'{self.block} {selector}')})"
        return self.driver.execute_script(
            f"return Array.from({every}, found => found.textContent).join('')"
        )

    @property
    def state(self) -> str:
        """How the block stands."""
        return self.driver.find_element("css selector", self.block).get_attribute("data-state")

    def wait(self, condition: Callable[[], object]) -> None:
        """Wait until something is so."""
        WebDriverWait(self.driver, LIMIT_S).until(lambda _: condition())

    def press(self, button: str) -> None:
        """Press one of the block's buttons."""
        self.all(f".fp-{button}")[0].click()

    def edit(self, *lines: str) -> None:
        """Type other code in the place of what is there."""
        self.all(".fp-code")[0].click()
        self.wait(lambda: self.all(".cm-content"))
        (editor,) = self.all(".cm-content")
        editor.send_keys(Keys.CONTROL + "a")
        editor.send_keys(Keys.DELETE)
        editor.send_keys(Keys.ENTER.join(lines))

    def run(self, state: str = "done") -> None:
        """Press Run and wait until the block has come to a state."""
        self.press("run")
        self.wait(lambda: self.state not in ("static", "queued", "running"))
        assert self.state == state, self.text(".fp-output")
