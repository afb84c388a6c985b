"""Installers of browsers for the tests; each says in one line what came of it."""

import os
import shutil
import subprocess

from widgets.build.report import step

LIMIT_S = 300


def debian(*packages: str) -> list[str]:
    """Install Debian's packages, where that can be done; returns what was tried."""
    if not (hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get")):
        return [f"Debian's {', '.join(packages)}: only root can install it"]
    with step(f"Installing Debian's {', '.join(packages)}"):
        return [
            attempt(["apt-get", "update", "-qq"]),
            attempt(["apt-get", "install", "-y", "-qq", *packages]),
        ]


def attempt(command: list[str]) -> str:
    """Run an installer; returns what came of it, in one line."""
    name = " ".join(command[-3:])
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return f"{name}: no answer in {LIMIT_S} s"
    if answer.returncode == 0:
        return f"{name}: done"
    last_line = ([line for line in answer.stderr.splitlines() if line.strip()] or ["failed"])[-1]
    return f"{name}: {last_line.strip()}"
