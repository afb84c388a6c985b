"""Where the build finds its inputs and puts what it makes."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SOURCE_PAGES = DOCS / "source"
SITE = ROOT / "site"
BUILD = ROOT / ".build"
BAKED = BUILD / "baked"
BROWSER = BUILD / "browser"
NODE_SCRIPTS = BUILD / "node"


def cache() -> Path:
    """The folder, outside the tree, for what is costly to fetch or make again."""
    if chosen := os.environ.get("FORWARD_PASS_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "forward-pass"
