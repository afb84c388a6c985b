"""The policy names every inline script and nothing else."""

import base64
import hashlib

from widgets.build.policy import inline_scripts, policy, with_policy

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>A</title>
<script src="a.js"></script><script>run("a")</script>
<script type="application/ld+json">{"a": 1}</script></head>
<body><script id="x">run("b")
</script><script id="__config" type="application/json">{}</script></body></html>"""


def directives(header: str) -> dict[str, list[str]]:
    return {name: values for name, *values in (part.split() for part in header.split("; "))}


def test_inline_scripts_are_found_and_data_is_not() -> None:
    assert list(inline_scripts(PAGE)) == ['run("a")', 'run("b")\n']


def test_the_policy_has_the_hash_of_every_script_of_every_page_once() -> None:
    found = directives(policy([PAGE, PAGE, "<script>c</script>"]))
    hashes = [value for value in found["script-src"] if value.startswith("'sha256-")]
    codes = ['run("a")', 'run("b")\n', "c"]
    expected = [base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() for code in codes]
    assert sorted(hashes) == sorted(f"'sha256-{value}'" for value in expected)
    assert found["script-src"][:2] == ["'self'", "'wasm-unsafe-eval'"]
    assert found["default-src"] == ["'none'"]


def test_nothing_is_allowed_from_elsewhere() -> None:
    for name, values in directives(policy([PAGE])).items():
        for value in values:
            assert value.startswith("'") or (name, value) in {
                ("img-src", "data:"),
                ("connect-src", "blob:"),
                ("worker-src", "blob:"),
            }


def test_a_page_carries_it_before_anything_else_but_what_a_page_may_not_say() -> None:
    html = with_policy(PAGE, policy([PAGE]))
    assert html.index("Content-Security-Policy") < html.index("<title>")
    assert "frame-ancestors" not in html
    assert html.count("Content-Security-Policy") == 1
    assert with_policy(html.replace("utf-8", "UTF-8"), "a").count("http-equiv") == 2
