"""What only the finished site shows."""

import random
from pathlib import Path

from widgets.build.page import Page
from widgets.build.site import PAGE_BYTES, weight_findings


def test_a_page_that_is_too_heavy_is_named(tmp_path: Path) -> None:
    pages = [Page(Path(name), {}, "", ()) for name in ("index.md", "track/topic.md")]
    noise = random.Random(0).randbytes(PAGE_BYTES)
    for page, content in zip(pages, (b"light" * PAGE_BYTES, noise), strict=True):
        folder = tmp_path / page.key
        folder.mkdir(exist_ok=True, parents=True)
        (folder / "index.html").write_bytes(content)
    [finding] = weight_findings(pages, tmp_path)
    assert str(finding).startswith("docs/track/topic.md:1: the page weighs 100 kB compressed")
