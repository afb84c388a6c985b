"""A copy of the course to work on, and one with many more lessons, to see how the build bears them.

    python tests/course_copy.py FOLDER [LESSONS]

A generated lesson has the text of a real one with formulas of its own, and three cells: reference
code from a module of its own, a number, a chart.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PATTERN = ROOT / "docs/architecture/core-attention.md"
LESSONS = 114
FENCE = re.compile(r"^```python .*?^```\n", re.MULTILINE | re.DOTALL)
FORMULA = re.compile(r"(\$\$?)(?![\s$])([^$]+?)(?<!\s)\1(?!\d)")
# To a lesson beside the pattern.
BESIDE = re.compile(r"\]\((?=[\w-]+\.md)")
MODULE = '''"""A random walk, for measuring."""

import numpy as np


def random_walk(seed: int, steps: int) -> np.ndarray:
    """The places of a walk. Shapes: -> (steps,)"""
    return np.random.default_rng(seed).standard_normal(steps).cumsum()
'''
CELLS = """```python source="lessons.generated.lesson_{number}.random_walk"
```

```python cell="far"
walk = random_walk(seed={number}, steps=1000)
print(f"{{abs(walk).max():.1f}}")
```

```python cell="picture" alt="A random walk of a thousand steps."
import numpy as np
from lessons.plots import lines

lines(np.arange(1000), {{"walk": walk}}, title="A walk", xlabel="step", ylabel="place")
```
"""


def copy_course(folder: Path) -> None:
    """Copy what belongs to the project to `folder`; what npm has installed is shared."""
    tracked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(tracked, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    (folder / "node_modules").symlink_to(ROOT / "node_modules")


def add_lessons(folder: Path, count: int) -> None:
    """Write `count` lessons into a copy of the course."""
    modules = folder / "lessons/generated"
    pages = folder / "docs/generated"
    for made in (modules, pages):
        made.mkdir()
    (modules / "__init__.py").write_text('"""Modules for measuring."""\n')
    _, head, body = PATTERN.read_text().split("---\n", 2)
    for number in range(count):
        (modules / f"lesson_{number}.py").write_text(MODULE)
        (pages / f"lesson-{number}.md").write_text(lesson(head, body, number))
    nav = "".join(f"      - generated/lesson-{number}.md\n" for number in range(count))
    settings = folder / "mkdocs.yml"
    text = settings.read_text()
    settings.write_text(text.replace("  - Reference:\n", f"  - Generated:\n{nav}  - Reference:\n"))


def lesson(head: str, body: str, number: int) -> str:
    """The text of one generated lesson."""
    head = re.sub(r"(?m)^title: .*", f"title: Lesson {number}", head, count=1)
    first = FENCE.search(body)
    assert first
    cells = CELLS.format(number=number)
    text = body[: first.start()] + cells + FENCE.sub("", body[first.end() :])
    text = BESIDE.sub(f"](../{PATTERN.parent.name}/", text)
    own = FORMULA.sub(rf"\1\2 \\rule{{0pt}}{{0.{number + 1}pt}}\1", text)
    return f"---\n{head}---\n{own}"


if __name__ == "__main__":
    place = Path(sys.argv[1])
    copy_course(place)
    add_lessons(place, int(sys.argv[2]) if len(sys.argv) > 2 else LESSONS)
