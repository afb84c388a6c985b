"""The content security policy: one for the whole site, which loads nothing from anywhere else.

Moving between pages without loading them keeps the first page's policy, so the inline scripts of
every page are in it by their hashes.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator

SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)
# A block of data is no script: nothing runs it.
RUNS_NOT = re.compile(r"\bsrc=|\btype=[\"']?application/")
CHARSET = re.compile(r"<meta charset=[^>]*>", re.IGNORECASE)
# What only a server can ask for; a page's own policy is refused it.
HEADER_ONLY = "frame-ancestors 'self'"


def policy(pages: Iterable[str]) -> str:
    """The policy for a site of these pages, as a header's value."""
    hashes = sorted({digest(code) for html in pages for code in inline_scripts(html)})
    return "; ".join(
        (
            "default-src 'none'",
            # Python is WebAssembly, and compiling that counts as evaluating.
            " ".join(("script-src 'self' 'wasm-unsafe-eval'", *hashes)),
            # Formulas, figures and the editor set styles of their own.
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            # Stop is told by an address made in the page.
            "connect-src 'self' blob:",
            # The worker starts from a blob: so it is bound by the page's policy, too.
            "worker-src 'self' blob:",
            "manifest-src 'self'",
            "base-uri 'self'",
            "form-action 'self'",
            HEADER_ONLY,
        )
    )


def with_policy(html: str, header: str) -> str:
    """A page that carries the policy itself, for hosts that send no headers."""
    content = header.removesuffix(f"; {HEADER_ONLY}")
    tag = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    return CHARSET.sub(lambda charset: f"{charset[0]}{tag}", html, count=1)


def inline_scripts(html: str) -> Iterator[str]:
    """The code of the scripts that stand in a page."""
    for found in SCRIPT.finditer(html):
        if not RUNS_NOT.search(found["attributes"]):
            yield found["code"]


def digest(code: str) -> str:
    """A script's hash as a policy names it."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"
