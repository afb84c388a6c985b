// A figure as a file of its own: without the page's style sheet and palette it looks as it does on the page.

const ROLE = /var\((--fp-[a-z-]+)\)/g;
const NAMESPACE = "http://www.w3.org/2000/svg";
/** Pixels of a picture for one of the drawing's units. */
const SCALE = 2;
/** What output.css says of figures. */
const STYLE = "* { stroke-linecap: butt; stroke-linejoin: round }";

/** The drawing as SVG text, in the colours that it has now. */
export function drawingText(drawing: SVGSVGElement): string {
  const [x = "", y = "", width = "", height = ""] = drawing.getAttribute("viewBox")?.split(" ") ?? [];
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.setAttribute("font-family", getComputedStyle(drawing).fontFamily);
  const style = document.createElementNS(NAMESPACE, "style");
  style.textContent = STYLE;
  const ground = document.createElementNS(NAMESPACE, "rect");
  const box = { x, y, width, height, fill: property(drawing, "--md-default-bg-color") };
  for (const [name, value] of Object.entries(box)) ground.setAttribute(name, value);
  copy.prepend(style, ground);
  return new XMLSerializer().serializeToString(copy).replace(ROLE, (_, role: string) => property(drawing, role));
}

function property(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

/** The drawing as a PNG file. */
export async function picture(drawing: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawing.viewBox.baseVal;
  const image = new Image();
  // A data address: the site's policy admits no other picture made here.
  image.src = `data:image/svg+xml,${encodeURIComponent(drawingText(drawing))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * SCALE);
  canvas.height = Math.round(height * SCALE);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("the browser made no picture"));
    }, "image/png");
  });
}
