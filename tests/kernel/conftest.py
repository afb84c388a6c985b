"""A session without a browser, and a tiny course to run in it."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from widgets.kernel import sources, style
from widgets.kernel.session import Session


@dataclass
class Run:
    """The replies to one run request."""

    replies: list[Any]

    def of(self, kind: str) -> list[Any]:
        return [reply for reply in self.replies if reply["type"] == kind]

    @property
    def status(self) -> str:
        (done,) = self.of("done")
        return str(done["status"])

    @property
    def error(self) -> Any:
        (error,) = self.of("error")
        return SimpleNamespace(**error)

    @property
    def value(self) -> str | None:
        values = self.of("value")
        return values[0]["text"] if values else None

    def text(self, stream: str = "stdout") -> str:
        return "".join(text["text"] for text in self.of("text") if text["stream"] == stream)

    @property
    def drawings(self) -> dict[int, str]:
        return {each["figure"]: each["svg"] for each in self.of("figure") if each["svg"]}

    @property
    def outline(self) -> list[str]:
        """The replies in order, one word each: `figure 0`, `figure 0 svg`, `stdout`, `value`.

        However many messages carry a text, it is one.
        """
        words = [self._word(reply) for reply in self.replies]
        return [
            word
            for before, word in zip([None, *words], words, strict=False)
            if word != before or word not in ("stdout", "stderr")
        ]

    @staticmethod
    def _word(reply: Any) -> str:
        match reply["type"]:
            case "figure":
                return f"figure {reply['figure']}" + (" svg" if reply["svg"] else "")
            case "text":
                return str(reply["stream"])
            case kind:
                return str(kind)


@pytest.fixture
def session() -> Session:
    return Session()


@pytest.fixture
def run(session: Session) -> Callable[..., Run]:
    """Run a cell of the session; it must end well unless `fails` is said."""

    def run(
        code: str,
        cell: str = "here",
        module: str | None = None,
        page: str = "page/",
        fails: bool = False,
    ) -> Run:
        result = Run([])
        request = {"page": page, "cell": cell, "code": code, "module": module}
        asyncio.run(
            session.handle({"type": "run", "id": 7, **request}, result.replies.append)  # type: ignore[typeddict-item]
        )
        assert {reply["id"] for reply in result.replies} == {7}
        assert result.replies[-1] == result.of("done")[0]
        assert result.status == ("error" if fails else "ok"), result.replies
        return result

    return run


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], str]]:
    """Write modules of a package that stands for `lessons`; gives each one's dotted name."""
    package = tmp_path / "tinycourse"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sources, "PACKAGE", "tinycourse")

    def write(name: str, code: str) -> str:
        (package / f"{name}.py").write_text(code)
        return f"tinycourse.{name}"

    yield write
    for name in [name for name in sys.modules if name.partition(".")[0] == "tinycourse"]:
        del sys.modules[name]


@pytest.fixture
def styled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Matplotlib as the kernel sets it up; as it was before, afterwards."""
    import matplotlib as mpl

    for name in ("MATPLOTLIBRC", "MPLBACKEND"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(style, "_file", None)
    with mpl.rc_context():
        style.install(tmp_path)
        yield
        mpl.use("agg")
