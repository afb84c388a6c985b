"""`course test` and `course test-all`: every check of the project, the quick ones first."""

import os
import subprocess
import sys
from collections.abc import Sequence

from widgets.build import node
from widgets.build.chromium import chromium
from widgets.build.engines import firefox, webkit
from widgets.build.paths import ROOT
from widgets.build.report import Fault, say
from widgets.build.side_by_side import Check, run_lanes
from widgets.build.site import build_site

PYTHON_CHECKS = {
    "ruff: faults": ["ruff", "check", "."],
    "ruff: form": ["ruff", "format", "--check", "."],
    "mypy": ["mypy"],
}
BROWSER_CODE_CHECKS = {"tsc": "typecheck", "eslint": "lint", "vitest": "test"}

# What a browser test waits for in a page has no end of its own; the longest takes half of this.
LONGEST_S = 420
# Each process has a browser, and half of the tests, always in the same order: some share a tab.
ONE_HALF = ["tests/browser/cases", "tests/browser/test_serving.py"]
BROWSER_TESTS = {
    "browser tests by number": ONE_HALF,
    "other browser tests": ["tests/browser", *(f"--ignore={path}" for path in ONE_HALF)],
}


def run_checks(pytest_arguments: Sequence[str]) -> None:
    """Lint, type-check and test everything; raises a Fault naming the checks that find faults."""
    in_chromium = {**os.environ, "CHROMIUM": chromium()}
    node.install_packages()
    node.build_scripts()
    run_lanes(code_checks(), [Check("site", python("widgets.build", "build"))])
    pytest = python("pytest", *pytest_arguments)
    # Playwright keeps an event loop running in its process, which the kernel's tests can't share.
    others = ["-n", "2", "--ignore=tests/browser", "--ignore=tests/engines"]
    run_lanes([Check("pytest without a browser", [*pytest, *others])])
    limited = [*pytest, f"--timeout={LONGEST_S}"]
    halves = BROWSER_TESTS.items()
    run_lanes(*([Check(name, [*limited, *where], in_chromium)] for name, where in halves))


def code_checks() -> list[Check]:
    """What is found in the code without running the course."""
    npm = [*node.program("npm"), "run", "--silent"]
    return [
        *(Check(name, python(*command)) for name, command in PYTHON_CHECKS.items()),
        *(
            Check(name, [*npm, script], {**node.environment(), "NO_COLOR": "1"})
            for name, script in BROWSER_CODE_CHECKS.items()
        ),
    ]


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs a module with this very Python."""
    return [sys.executable, "-m", module, *arguments]


def run_all_checks(pytest_arguments: Sequence[str]) -> None:
    """All that `run_checks` does, then the lesson in the other engines."""
    firefox()
    try:
        webkit()
    except Fault as fault:
        say(f"WebKit is left out: {fault}")
    os.environ["FORWARD_PASS_ALL"] = "1"  # pages that ran well before run again, too
    run_checks(pytest_arguments)
    engines = python("pytest", "-rs", *pytest_arguments, "tests/engines")
    run_lanes([Check("Firefox and WebKit", engines)])


def run_bench() -> None:
    """Build the site and measure it; nothing depends on what comes out."""
    browser = chromium()
    build_site()
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests", ROOT / "tests/browser")))
    environment = {**os.environ, "CHROMIUM": browser, "PYTHONPATH": paths}
    if subprocess.run(
        [sys.executable, "tests/bench"], cwd=ROOT, env=environment, check=False
    ).returncode:
        raise Fault("the benchmark did not run to its end")
