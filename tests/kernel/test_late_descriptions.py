"""Matplotlib's artists are described when somebody asks, and as matplotlib does it."""

import inspect
import json
import re
import subprocess
import sys

import pytest

DESCRIBED = """
import inspect, json, pydoc
import matplotlib.pyplot as plt
from matplotlib.lines import Line2D

class Own(Line2D):
    def set_mark(self, value):
        "Set a mark."
        self.mark = value

figure, axes = plt.subplots()
line = Own([0], [0])
axes.set(xlabel="here")
line.set(mark=3, color="red")
print(json.dumps([
    line.mark, line.get_color(), axes.get_xlabel(),
    str(inspect.signature(axes.set)), str(inspect.signature(Own.set)), plt.plot.__doc__,
    Line2D.set.__name__, Line2D.set.__qualname__, Line2D.set.__module__, type(axes.set).__name__,
    Line2D.set.__doc__, inspect.getdoc(axes.set), pydoc.render_doc(axes.set),
]))
"""
INSTALL = "from widgets.kernel import late_descriptions as late\nlate.install()\n"


def printed(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def plain(said: object) -> object:
    """Without what matplotlib does not know yet while a class is made: short names, inherited."""
    if not isinstance(said, str):
        return said
    return re.sub(r"( or \w+)?: (unknown|`~matplotlib.transforms.Transform`|)", ":", said)


def test_what_is_said_of_artists_is_matplotlibs_own() -> None:
    late, own = (json.loads(printed(code)) for code in (INSTALL + DESCRIBED, DESCRIBED))
    assert len(late) == 13
    assert list(map(plain, late)) == list(map(plain, own))


def test_importing_matplotlib_describes_nobody() -> None:
    counted = """
import matplotlib.artist
calls = []
kwdoc = matplotlib.artist.kwdoc
matplotlib.artist.kwdoc = lambda owner: calls.append(owner) or kwdoc(owner)
import matplotlib.pyplot
print(len(calls))
"""
    assert int(printed(counted)) > 100
    assert int(printed(INSTALL + counted)) < 20  # those that other texts quote


@pytest.mark.parametrize("cls", ["Line2D", "Text"])
def test_this_matplotlib_describes_as_the_module_expects(cls: str) -> None:
    import matplotlib.artist

    describe = matplotlib.artist.Artist._update_set_signature_and_docstring
    assert inspect.ismethod(describe)
    assert "cls.set.__signature__" in inspect.getsource(describe)
