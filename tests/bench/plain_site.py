"""The page to compare with: Pyodide as its documentation starts it, from the same files."""

import json
import shutil
from pathlib import Path

from widgets.build.download import obtain
from widgets.build.paths import ROOT, cache
from widgets.build.runtime import read_pins

PAGE = Path(__file__).with_name("plain")
# Needed by parts of matplotlib that a plot does not use; our own runtime does not carry them.
LEFT_OUT = ("fonttools", "pytz")


def write_plain_site(folder: Path) -> None:
    """Write the plain page and the runtime's files, as they are published, to `folder`."""
    shutil.copytree(PAGE, folder)
    runtime = folder / "pyodide"
    runtime.mkdir()
    pins = read_pins()
    for file in pins.core:
        shutil.copyfile(ROOT / "node_modules" / "pyodide" / file.name, runtime / file.name)
    wheels = obtain({wheel.file: wheel.sources for wheel in pins.wheels}, cache() / "downloads")
    for name, path in wheels.items():
        shutil.copyfile(path, runtime / name)
    lock_file = runtime / "pyodide-lock.json"
    lock = json.loads(lock_file.read_text())
    depends = lock["packages"]["matplotlib"]["depends"]
    lock["packages"]["matplotlib"]["depends"] = [name for name in depends if name not in LEFT_OUT]
    lock_file.write_text(json.dumps(lock))
