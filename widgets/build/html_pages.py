"""Pages as HTML, by MkDocs in this process: all of them, or one by itself."""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, ConfigurationError
from mkdocs.structure.files import get_files
from mkdocs.structure.nav import get_navigation
from mkdocs.structure.pages import Page as MkDocsPage
from pymdownx.superfences import SuperFencesException

from widgets.build.maths import FormulaError
from widgets.build.paths import ROOT
from widgets.build.report import Fault

ASSETS = "assets/course"
# Only a site with a published address of its own can name one as canonical.
LOCAL_CANONICAL = re.compile(r'<link rel="canonical" href="http://127\.0\.0\.1[^>]*>')
PLAIN_ASSET = re.compile(rf"{ASSETS}/(before-material\.js|page\.js|page\.css)")
ENTRY = {"before-material.js": "before-material", "page.js": "page", "page.css": "css"}


def write_all(destination: Path) -> None:
    """Write every page, with all that belongs to the theme; any warning is a Fault."""
    config = configuration(destination)
    with strictly():
        mkdocs_build(config)
        config.plugins.on_shutdown()


class SinglePages:
    """MkDocs with what a page's HTML needs of the others, their places and titles, read ahead."""

    def __init__(self, baked: Path, destination: Path) -> None:
        config = configuration(destination)
        config["mdx_configs"]["widgets.build.runnable"] = {"baked": baked}
        with strictly():
            config = config.plugins.on_config(config)
            files = get_files(config)
            env = config.theme.get_env()
            files.add_files_from_theme(env, config)
            files = config.plugins.on_files(files, config=config)
            nav = config.plugins.on_nav(get_navigation(files, config), config=config, files=files)
            for file in files.documentation_pages():
                page = file.page or MkDocsPage(None, file, config)
                page.read_source(config)
            env = config.plugins.on_env(env, config=config, files=files)
        self._config, self._files, self._nav, self._env = config, files, nav, env

    def write(self, name: Path) -> Path:
        """Write the page of `docs` that is called so; returns the HTML file."""
        file = self._files.get_file_from_path(name.as_posix())
        assert file
        assert file.page
        documents = self._files.documentation_pages()
        with strictly():
            _populate_page(file.page, self._config, self._files)
            _build_page(file.page, self._config, documents, self._nav, self._env)
        return Path(file.abs_dest_path)


def configuration(destination: Path) -> MkDocsConfig:
    """What `mkdocs.yml` says, for a site at `destination`."""
    with strictly():
        config = load_config(str(ROOT / "mkdocs.yml"), site_dir=str(destination), strict=True)
        config.plugins.on_startup(command="build", dirty=False)
    return config


class Warnings(logging.Handler):
    """Keeps what MkDocs warns of, to say it in one piece."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a warning's text."""
        self.texts.append(record.getMessage())


@contextmanager
def strictly() -> Iterator[None]:
    """Turn what MkDocs and its extensions refuse, or warn of, into a Fault."""
    warnings = Warnings()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(warnings)
    try:
        yield
    except (Abort, ConfigurationError, SuperFencesException, FormulaError) as failure:
        raise Fault("\n".join(warnings.texts) or str(failure)) from None
    finally:
        logger.removeHandler(warnings)


def name_by_content(html: str, entries: Mapping[str, str]) -> str:
    """A page that refers to scripts and styles by the names that carry their hashes."""
    named = PLAIN_ASSET.sub(lambda found: f"{ASSETS}/{entries[ENTRY[found[1]]]}", html)
    return LOCAL_CANONICAL.sub("", named)
