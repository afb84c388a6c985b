"""What a piece of code reads, binds and touches."""

import sys

import pytest

from widgets.kernel.names import names_in


def words(text: str) -> set[str]:
    return set(text.split())


@pytest.mark.parametrize(
    ("code", "reads"),
    [
        ("x", "x"),
        ("x = 1\nx", ""),
        ("y = x\nx = 1", "x"),
        ("x = x + 1", "x"),
        ("x += 1", "x"),
        ("x: int = 3\nx", "int"),
        ("x: int\nx", "int x"),
        ("x[0] = y", "x y"),
        ("x.a.b = 1", "x"),
        ("x.a += y", "x y"),
        ("del x", "x"),
        ("x = 1\ndel x\nx", "x"),
        ("f'{x:{width}}'", "x width"),
        ("(y := x)\ny", "x"),
        ("a, (b, *c) = d\na, b, c", "d"),
        # branches: bound for sure, or only perhaps
        ("if p:\n    x = 1\nelse:\n    x = 2\nx", "p"),
        ("if p:\n    x = 1\nx", "p x"),
        ("x = 1 if p else q", "p q"),
        ("p and (x := 1)\nx", "p x"),
        ("for i in r:\n    x = i\nx, i", "r x i"),
        ("for i in r:\n    i", "r"),
        ("for x.a in r: pass", "r x"),
        ("while p:\n    x = 1\nelse:\n    y = 1\nx, y", "p x"),
        ("with open(p) as f:\n    x = f\nx, f", "open p"),
        ("try:\n    x = 1\nexcept E as e:\n    e, x\nx, e", "E x e"),
        ("try:\n    x = 1\nexcept E:\n    x = 2\nelse:\n    y = x\nfinally:\n    x\nx", "E x"),
        ("try:\n    x = 1\nfinally:\n    y = 2\nx, y", ""),
        ("try:\n    pass\nexcept* E as e:\n    e", "E"),
        ("match m:\n    case [a, *b] if a:\n        b\n    case {'k': c, **d}:\n        c, d", "m"),
        ("match m:\n    case C(a=x) | x:\n        x\nx", "m C x"),
        # comprehensions
        ("[x for x in y]", "y"),
        ("[x for x in y]\nx", "y x"),
        ("{k: v + z for k, v in y if w}", "y z w"),
        ("[(a, b) for a in x for b in a]", "x"),
        ("[x for x in x]", "x"),
        ("[(y := x) for x in z]\ny", "z y"),
        ("sum(x * w for x in y)", "sum w y"),
        # functions
        ("def f(a, /, b, *c, d, **e): return a, b, c, d, e, g", "g"),
        ("def f(a=x, *, b: T = y) -> R: pass", "x T y R"),
        ("@d\ndef f(): pass", "d"),
        ("def f(): return f()", ""),
        ("def f():\n    x = 1\n    return x", ""),
        ("def f():\n    return x\nx = 1", "x"),
        ("x = 1\ndef f(): return x", ""),
        ("def f():\n    global x\n    x = 1", ""),
        ("def f():\n    global x\n    return x", "x"),
        ("def f(x):\n    def g():\n        nonlocal x\n        x = y\n    return g", "y"),
        ("def f(x):\n    def g():\n        global x\n        return x", "x"),
        ("def f():\n    import a.b, c as d\n    return a, d, b", "b"),
        ("def f():\n    return [x for x in y] + x", "y x"),
        ("def f():\n    [(x := y) for y in z]\n    return x, y", "z y"),
        ("def f():\n    try: pass\n    except E as e: return e", "E"),
        ("def f():\n    class C: x = 1\n    def g(): pass\n    return C, g, x", "x"),
        ("async def f():\n    async for a in b:\n        async with c as d: await a, d", "b c"),
        ("lambda x, y=z: x + y + w", "z w"),
        ("(lambda: x)()", "x"),
        # classes
        ("class C(B, metaclass=M):\n    y = x\n    def f(self): return self, C, z", "B M x z"),
        ("class C:\n    x = 1\n    def f(self): return x", "x"),
        ("class C:\n    x = x", "x"),
        ("class C:\n    global g\n    g = 1\ng", "g"),
        # imports
        ("import numpy as np\nimport os.path\nfrom a import b\nnp, os, b", ""),
        ("await x\nasync for y in z: y", "x z"),
        ("global x\nx = 1\nx", ""),
    ],
)
def test_reads(code, reads):
    assert names_in(code).reads == words(reads)


@pytest.mark.parametrize(
    ("code", "binds"),
    [
        ("x = y = 1\nz: int = 2\nw: int", "x y z"),
        ("a, (b, [*c]) = d", "a b c"),
        ("x.a = 1\ny[0] = 2", ""),
        ("x += 1", "x"),
        ("for i in r: j = i", "i j"),
        ("if p: x = 1", "x"),
        ("with a as (b, c): pass", "b c"),
        ("def f(x): y = 1", "f"),
        ("class C: x = 1", "C"),
        ("import a.b, c.d as e\nfrom f import g, h as i", "a e g i"),
        ("[(y := x) for x in z]", "y"),
        ("lambda: (x := 1)", ""),
        ("try: pass\nexcept E as e: x = 1", "e x"),
        ("match m:\n    case {'k': [a, *b], **c}: pass\n    case d: pass", "a b c d"),
    ],
)
def test_binds(code, binds):
    assert names_in(code).binds == words(binds)


@pytest.mark.parametrize(
    ("code", "touched"),
    [
        ("x.append(1)", "x"),
        ("x.a[0].b.append(1)", "x"),
        ("x.a = 1\ny[0] = 2\ndel z[1], w.b", "x y z w"),
        ("x[0] += 1", "x"),
        ("del x", "x"),
        ("next(x)\nsetattr(y, 'a', 1)", "x y"),
        ("x.sum()\ny.reshape(2, 3).T\nz.items()", ""),
        ("x[0]\ny.a", ""),
        ("[x.append(y) for y in z]", "x"),
        ("[x.append(1) for x in y]", ""),
        ("f(x).append(1)", ""),
    ],
)
def test_touches_now(code, touched):
    touches = [touch for touch in names_in(code).touches if touch.argument_of is None]
    assert {touch.name for touch in touches} == words(touched)
    assert not any(touch.deferred for touch in touches)


@pytest.mark.parametrize(
    ("code", "touched"),
    [
        ("def f(): x.append(1)", "x"),
        ("def f(x): x.append(1)", ""),
        ("def f():\n    x = []\n    x.append(1)", ""),
        ("def f():\n    global x, y\n    x = 1\n    del y", "x y"),
        ("def f():\n    x = 1\n    del x", ""),
        ("class C:\n    def f(self): x[0] = self", "x"),
        ("f = lambda: x.append(1)", "x"),
    ],
)
def test_touches_by_call(code, touched):
    touches = [touch for touch in names_in(code).touches if touch.argument_of is None]
    assert {touch.name for touch in touches} == words(touched)
    assert all(touch.deferred for touch in touches)


@pytest.mark.parametrize(
    ("code", "passed"),
    [
        ("f(x, *y, a=z.b)", {"f": "x y z"}),
        ("m.f(x)", {"m": "x"}),
        ("f(1, x + y, [z])", {}),
        ("print(x), len(y)", {}),
        ("Cache(x), m.Cache(x)", {}),
        ("f()(x)", {"": "x"}),
    ],
)
def test_arguments(code, passed):
    arguments: dict[str, set[str]] = {}
    for touch in names_in(code).touches:
        if touch.argument_of is not None:
            arguments.setdefault(touch.argument_of, set()).add(touch.name)
    assert arguments == {name: words(text) for name, text in passed.items()}


@pytest.mark.parametrize(
    "value",
    [
        "[]",
        "{}",
        "{1}",
        "[i for i in r]",
        "list(r)",
        "np.random.default_rng(0)",
        "Cache(4)",
        "serving.BlockTable()",
        "collections.deque()",
        "_Private()",
    ],
)
def test_objects_with_a_state(value):
    assert names_in(f"x = {value}").stateful == {"x"}
    assert names_in(f"def f(): x = {value}").stateful == set()


@pytest.mark.parametrize("value", ["1", "'a'", "np.zeros(3)", "f(y)", "(1, 2)", "y[0]", "f()()"])
def test_objects_without(value):
    assert names_in(f"x = {value}").stateful == set()


def test_imports_are_known_by_module():
    names = names_in("import numpy as np, os.path\nfrom a.b import c as d\ndef f(): import e")
    assert names.imports == {"np": "numpy", "os": "os.path", "d": "a.b"}
    assert not names.star
    assert names_in("from a import *").star


@pytest.mark.parametrize("code", ["x = = 1", "x\0", "(" * 5000, "\ud800", "if x:\npass"])
def test_what_does_not_parse_uses_no_names(code):
    names = names_in(code)
    assert names.reads == names.binds == names.touches == set()


def test_analysing_gives_no_warnings():
    assert names_in("x = '\\d'\ny is 2").reads == {"y"}


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax came with Python 3.12")
def test_type_parameters_are_not_the_pages():
    code = "def f[T: B](x: T) -> T:\n    return T\nclass C[U](D[U]):\n    u: U\ntype A[V] = E[V]"
    names = names_in(code)
    assert names.reads == words("B D E")
    assert names.binds == words("f C A")


def test_after_a_statement_too_deep_to_follow_names_are_found_all_the_same():
    deep = "+".join(["x"] * 500)
    names = names_in(f"y = {deep}\ndef f():\n    return {deep}\nz = y + w\nif z: v = u")
    assert {"x", "w", "u"} <= names.reads
    assert {"y", "f", "z", "v"} <= names.binds
    assert "x" in names.later_reads
