"""What `make bench` builds is a course without faults."""

import subprocess
import sys
from pathlib import Path

from course_copy import add_lessons, copy_course


def test_generated_lessons_have_no_faults(tmp_path: Path) -> None:
    copy_course(tmp_path / "course")
    add_lessons(tmp_path / "course", 2)
    command = [sys.executable, "-m", "widgets.build", "check"]
    done = subprocess.run(
        command, cwd=tmp_path / "course", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
