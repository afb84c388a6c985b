"""WebKitGTK, by its own WebDriver, on a screen that nobody sees."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from reader import Reader
from selenium.webdriver import Remote
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from widgets.build.engines import WebKit


@contextmanager
def in_webkit(programs: WebKit) -> Iterator[Reader]:
    """A reader in a new MiniBrowser."""
    options = Options()
    options.binary_location = programs.browser
    options.add_argument("--automation")
    with hidden_screen(programs.display) as screen:
        service = Service(programs.driver, env={**os.environ, "DISPLAY": screen})
        service.start()
        try:
            driver = Remote(service.service_url, options=options)
            try:
                yield Reader(driver, driver.get)
            finally:
                driver.quit()
        finally:
            service.stop()


@contextmanager
def hidden_screen(program: str) -> Iterator[str]:
    """The name of a screen in memory."""
    command = [program, "-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "1280x1000x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()
