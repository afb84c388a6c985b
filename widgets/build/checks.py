"""`course test` and `course test-all`: every check of the project, the quick ones first."""

import os
import subprocess
import sys
from collections.abc import Sequence

from widgets.build import node
from widgets.build.chromium import chromium
from widgets.build.engines import firefox, webkit
from widgets.build.paths import ROOT
from widgets.build.report import Fault, say, step
from widgets.build.site import build_site

PYTHON_CHECKS = {
    "ruff: faults": ["ruff", "check", "."],
    "ruff: form": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
}
BROWSER_CODE_CHECKS = {"tsc": "typecheck", "eslint": "lint", "vitest": "test"}

# What a browser test waits for in a page has no end of its own; the longest takes half of this.
LONGEST_S = 420
SIDE_BY_SIDE = ["-n", "2"]


def run_checks(pytest_arguments: Sequence[str]) -> None:
    """Lint, type-check and test everything; raises a Fault at the first check that fails."""
    browser = chromium()
    node.install_packages()
    node.build_scripts()
    for name, command in PYTHON_CHECKS.items():
        with step(name):
            check(name, [sys.executable, "-m", *command])
    for name, script in BROWSER_CODE_CHECKS.items():
        with step(name):
            node.run("npm", "run", "--silent", script)
    # Playwright keeps an event loop running in its process, which the kernel's tests can't share.
    pytest = [sys.executable, "-m", "pytest", *pytest_arguments]
    with step("pytest without a browser"):
        others = ["--ignore=tests/browser", "--ignore=tests/engines"]
        check("pytest", [*pytest, *SIDE_BY_SIDE, *others])
    build_site()
    with step("pytest in Chromium, on the built site"):
        limit = f"--timeout={LONGEST_S}"
        check("pytest", [*pytest, limit, "tests/browser"], {**os.environ, "CHROMIUM": browser})


def run_all_checks(pytest_arguments: Sequence[str]) -> None:
    """All that `run_checks` does, then the lesson in the other engines."""
    firefox()
    try:
        webkit()
    except Fault as fault:
        say(f"WebKit is left out: {fault}")
    os.environ["FORWARD_PASS_ALL"] = "1"  # pages that ran well before run again, too
    run_checks(pytest_arguments)
    with step("pytest in Firefox and WebKit, on the built site"):
        check("pytest", [sys.executable, "-m", "pytest", "-rs", *pytest_arguments, "tests/engines"])


def run_bench() -> None:
    """Build the site and measure it; nothing depends on what comes out."""
    browser = chromium()
    build_site()
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests", ROOT / "tests/browser")))
    environment = {**os.environ, "CHROMIUM": browser, "PYTHONPATH": paths}
    check("bench", [sys.executable, "tests/bench"], environment)


def check(name: str, command: Sequence[str], environment: dict[str, str] | None = None) -> None:
    """Run one check with its output shown."""
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        raise Fault(f"{name} found faults (above)")
