"""`course check` on a copy of the course with one page of every fault that a page can have."""

import shutil
import subprocess
import sys
from pathlib import Path

from course_copy import ROOT, copy_course

FAULTY = ROOT / "tests/fixtures/faulty"


def test_every_fault_of_a_run_is_listed_with_its_line(tmp_path: Path) -> None:
    copy_course(tmp_path)
    shutil.copyfile(FAULTY / "faulty.md", tmp_path / "docs/architecture/faulty.md")
    (tmp_path / "lessons/architecture/broken.py").write_text("function = (\n")
    command = [sys.executable, "-m", "widgets.build", "check"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stdout.partition("error: ")[2] == (FAULTY / "faults.txt").read_text()
