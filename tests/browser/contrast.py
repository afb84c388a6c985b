"""How well the texts and marks of drawn figures stand out, computed by the page itself (WCAG)."""

TEXT = 4.5
MARK = 3

FAINT = r"""({text, mark}) => {
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const rgba = color => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a], below) =>
        [r, g, b].map((channel, at) => a * channel + (1 - a) * below[at]);
    const luminance = color => {
        const [r, g, b] = color.map(channel => channel / 255)
            .map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [dim, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (bright + 0.05) / (dim + 0.05);
    };
    const opacity = node => {
        let product = 1;
        for (let at = node; at.localName !== "svg"; at = at.parentNode)
            product *= Number(getComputedStyle(at).opacity);
        return product;
    };
    const paint = (node, kind) => {
        const style = getComputedStyle(node);
        if (style[kind] === "none") return [0, 0, 0, 0];
        const [r, g, b, a] = rgba(style[kind]);
        return [r, g, b, a * Number(style[`${kind}Opacity`]) * opacity(node)];
    };
    const pageBelow = node => {
        for (let at = node; at; at = at.parentElement) {
            const color = rgba(getComputedStyle(at).backgroundColor);
            if (color[3] === 1) return color.slice(0, 3);
        }
        return [255, 255, 255];
    };
    const covers = (shape, [x, y]) => {
        const {left, right, top, bottom} = shape.getBoundingClientRect();
        if (x < left || x > right || y < top || y > bottom) return false;
        const toShape = shape.getScreenCTM().inverse();
        return shape.isPointInFill(new DOMPoint(x, y).matrixTransform(toShape));
    };
    const faults = [];
    const judge = (what, color, ground, least) => {
        const found = contrast(over(color, ground), ground);
        if (found < least)
            faults.push(`${what} on rgb(${ground.map(Math.round)}) has ${found.toFixed(2)}`);
    };
    for (const figure of document.querySelectorAll(".fp-figure > svg")) {
        const name = figure.closest("fp-cell").id;
        const page = pageBelow(figure);
        const shown = selector => [...figure.querySelectorAll(selector)]
            .filter(node => !node.closest("defs, clipPath"));
        if (figure.querySelector("image")) faults.push(`${name}: nobody knows what an image shows`);
        const drawn = shown("path, rect, circle, text");
        drawn.forEach((node, index) => {
            if (node.localName !== "text") return;
            const {left, right, top, bottom} = node.getBoundingClientRect();
            for (const share of [0.1, 0.5, 0.9]) {
                const point = right - left > bottom - top
                    ? [left + share * (right - left), (top + bottom) / 2]
                    : [(left + right) / 2, top + share * (bottom - top)];
                const ground = drawn.slice(0, index)
                    .filter(shape => shape.localName !== "text" && covers(shape, point))
                    .reduce((below, shape) => over(paint(shape, "fill"), below), page);
                judge(`${name}: “${node.textContent}”`, paint(node, "fill"), ground, text);
            }
        });
        for (const node of shown("path, use, line"))
            for (const kind of ["stroke", "fill"]) {
                const role = /var\(--fp-(\w+)\)/.exec(node.style[kind])?.[1];
                const color = paint(node, kind);
                if (!role || ["grid", "surface"].includes(role) || color[3] < 1) continue;
                judge(`${name}: a ${role} ${kind}`, color, page, mark);
            }
    }
    return [...new Set(faults)];
}"""
