"""What can be wrong with a page that was opened and left alone, found by the page itself."""

WITHOUT_SCRIPTS = r"""() => {
    const faults = [];
    const expect = (good, fault) => good || faults.push(fault);
    const all = (root, selector) => [...root.querySelectorAll(selector)];
    const seen = node => node?.checkVisibility() && node.getBoundingClientRect().height > 0;
    expect(seen(document.querySelector("h1")), "no heading is seen");
    for (const block of all(document, "fp-cell")) {
        const {id, dataset: {kind, state}} = block;
        expect(state === "static", `${id} is ${state}`);
        expect(!block.querySelector("button"), `${id} has a button that nothing answers`);
        if (id === "scratch") continue;
        const code = block.querySelector(".fp-code code");
        expect(seen(code) && code.textContent.trim(), `${id} shows no code`);
        const output = block.querySelector(".fp-output > *");
        expect(kind !== "cell" || seen(output), `${id} shows no output`);
    }
    for (const figure of all(document, ".fp-figure")) {
        const name = `a figure of ${figure.closest("fp-cell").id}`;
        expect(figure.getAttribute("aria-label")?.length > 20, `${name} has no text alternative`);
        expect(figure.querySelector("svg text"), `${name} has no text`);
        expect(figure.getBoundingClientRect().height > 100, `${name} is not drawn`);
    }
    for (const formula of all(document, ".katex"))
        expect(seen(formula.querySelector(".katex-html")), `${formula.textContent} is not drawn`);
    const read = document.querySelector("article").cloneNode(true);
    for (const code of all(read, "code, pre, annotation")) code.remove();
    expect(!/\\\(|\\\[|\$\$/.test(read.textContent), "TeX is left over");
    const ids = all(document, "[id]").map(node => node.id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    expect(twice.length === 0, `ids stand twice: ${twice}`);
    return faults;
}"""

ON_A_PHONE = r"""async smallest => {
    await new Promise(done => requestIdleCallback(done));  // scripts that wait for rest have begun
    const faults = [];
    const expect = (good, fault) => good || faults.push(fault);
    const tooWide = node => node.scrollWidth > node.clientWidth;
    expect(!tooWide(document.documentElement), "scrolls sideways");
    for (const box of document.querySelectorAll("article pre, .fp-figure")) {
        const name = `${box.className || box.localName} of ${box.closest("[id]")?.id}`;
        const {left, right} = box.getBoundingClientRect();
        expect(left >= 0 && right <= innerWidth, `${name} leaves the page`);
        const scrolls = [box, ...box.querySelectorAll("code")]
            .some(node => ["auto", "scroll"].includes(getComputedStyle(node).overflowX));
        expect(scrolls || !tooWide(box), `${name} is cut off`);
        expect(box.localName === "pre" || !tooWide(box), `${name} is not whole`);
    }
    for (const cell of document.querySelectorAll("fp-cell")) {
        expect(cell.dataset.state === "static", `${cell.id} runs by itself`);
        const names = [...cell.querySelectorAll("button")].map(button => button.textContent);
        for (const name of ["Run", "Stop", "Reset"])
            expect(names.filter(other => other === name).length === 1, `${cell.id} lacks ${name}`);
    }
    const controls = "fp-cell button, fp-cell input, fp-page-controls button";
    for (const control of document.querySelectorAll(controls)) {
        if (!control.checkVisibility()) continue;
        const {width, height} = control.getBoundingClientRect();
        const size = `${width.toFixed(1)} by ${height.toFixed(1)}`;
        expect(width >= smallest && height >= smallest, `${control.textContent} measures ${size}`);
    }
    const policies = document.querySelectorAll("meta[http-equiv=Content-Security-Policy]");
    expect(policies.length === 1, `there are ${policies.length} policies`);
    const {fpKernel} = document.documentElement.dataset;
    expect(fpKernel === "off", `the interpreter is ${fpKernel}`);
    return faults;
}"""

ON_A_DESK = (
    """() => document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways"] : []"""
)
