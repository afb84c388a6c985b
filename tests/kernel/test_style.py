"""The settings reach matplotlib before the first figure, and never by an early import."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from widgets.kernel import style
from widgets.kernel.palette import ROLES, SERIES

ROOT = Path(style.__file__).parents[2]


def test_settings_apply_to_a_matplotlib_that_is_imported_later(tmp_path):
    code = f"""
import sys
from pathlib import Path
from widgets.kernel import style
style.install(Path({str(tmp_path)!r}))
assert "matplotlib" not in sys.modules
import matplotlib.pyplot as plt
print(plt.rcParams["text.color"], plt.rcParams["figure.figsize"])
assert "widgets.kernel.figures" not in sys.modules
plt.rcParams["font.size"] = 20
print(plt.figure().get_figwidth(), plt.rcParams["font.size"], plt.get_backend())
"""
    environment = {**os.environ, "MPLBACKEND": "agg"}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True, text=True, cwd=ROOT, env=environment, check=False,
    )  # fmt: skip
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        f"{ROLES['ink'].light} [5.4, 3.2]",
        "5.4 20.0 module://widgets.kernel.figures",
    ]


@pytest.mark.usefixtures("styled")
def test_settings_apply_to_a_matplotlib_that_is_there():
    import matplotlib as mpl

    assert mpl.get_backend() == style.BACKEND
    assert mpl.rcParams["figure.figsize"] == [5.4, 3.2]
    assert mpl.rcParams["figure.constrained_layout.use"]
    assert not mpl.rcParams["axes.spines.top"]
    cycle = mpl.rcParams["axes.prop_cycle"].by_key()["color"]
    assert [f"#{colour.removeprefix('#')}" for colour in cycle] == [
        colour.light for colour in SERIES.values()
    ]


def test_every_line_is_a_setting_that_matplotlib_knows(tmp_path):
    import matplotlib as mpl

    file = tmp_path / "matplotlibrc"
    file.write_text(style.settings())
    settings = mpl.rc_params_from_file(file, use_default_template=False)
    lines = [line for line in style.settings().splitlines() if line]
    assert len(settings) == len(lines)


CHANGES = {
    "one": "plt.rcParams['font.size'] = 33",
    "many": "plt.rcParams.update({'font.size': 33, 'text.color': 'red'})",
    "defaults": "import matplotlib\nmatplotlib.rcdefaults()\nplt.rcParams['font.size'] = 33",
    "sheet": "plt.style.use('dark_background')\nplt.rc('font', size=33)",
    "error": "plt.rc('font', size=33)\n1 / 0",
}
ASK = (
    "import matplotlib.pyplot as plt\n[plt.rcParams[name] for name in ('font.size', 'text.color')]"
)


@pytest.mark.usefixtures("styled")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_settings_last_as_long_as_their_page(run, change):
    fresh = run(ASK, page="first/").value
    assert fresh == f"[9.0, '{ROLES['ink'].light}']"
    run(f"import matplotlib.pyplot as plt\n{change}", page="first/", fails="1 / 0" in change)
    changed = run(ASK, page="first/").value
    assert changed.startswith("[33.0, ")
    assert run(ASK, page="second/").value == fresh
    assert run(ASK, page="first/").value == changed


@pytest.mark.usefixtures("styled")
def test_a_page_begun_anew_has_our_settings(session, run):
    run(f"import matplotlib.pyplot as plt\n{CHANGES['one']}")
    forget = {"type": "forget", "id": 1, "page": "page/"}
    asyncio.run(session.handle(forget, lambda reply: None))
    assert run(ASK).value.startswith("[9.0, ")


def test_a_run_without_figures_does_not_import_matplotlib(tmp_path):
    code = f"""
import asyncio, sys
from pathlib import Path
from widgets.kernel import style
from widgets.kernel.session import Session
style.install(Path({str(tmp_path)!r}))
request = {{"type": "run", "id": 1, "page": "", "cell": "a", "code": "1", "module": None}}
asyncio.run(Session().handle(request, lambda reply: None))
assert "matplotlib" not in sys.modules
request["code"] = "import matplotlib.pyplot"
asyncio.run(Session().handle(request, lambda reply: None))
assert "widgets.kernel.figures" not in sys.modules
"""
    environment = {**os.environ, "MPLBACKEND": "agg"}
    subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=ROOT, env=environment, check=True
    )
