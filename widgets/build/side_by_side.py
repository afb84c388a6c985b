"""Checks that run side by side; each line that one prints carries its name."""

import subprocess
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from widgets.build.paths import ROOT
from widgets.build.report import Fault, say


@dataclass(frozen=True)
class Check:
    """A command that ends with 0 if all is well."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] | None = None
    """None: this process's own."""

    def passes(self) -> bool:
        """Run it in the project's folder, show what it prints and tell whether all is well."""
        say(f"{self.name} …")
        started = time.perf_counter()
        with subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        ) as process:
            assert process.stdout
            for line in process.stdout:
                if line.strip():
                    say(f"{self.name} | {line.rstrip()}")
        ending = "" if process.returncode == 0 else ", and found faults"
        say(f"{self.name}: {time.perf_counter() - started:.1f} s{ending}")
        return process.returncode == 0


def run_lanes(*lanes: Sequence[Check]) -> None:
    """Run the checks of each lane in their order, the lanes side by side.

    A check that finds faults ends its lane, and the others go on; then they are named in a Fault.
    """
    with ThreadPoolExecutor(len(lanes)) as pool:
        failed = [check.name for check in pool.map(first_failed, lanes) if check]
    if failed:
        raise Fault(f"{' and '.join(failed)} found faults (above)")


def first_failed(lane: Sequence[Check]) -> Check | None:
    """Run checks in their order up to the first that finds faults, and return that."""
    return next((check for check in lane if not check.passes()), None)
