// The document's selection as offsets into the text of one element.

export interface TextSelection {
  anchor: number;
  head: number;
}

/** The selection, if both its ends lie within `element`; else its start. */
export function selectionWithin(element: Element): TextSelection {
  const selection = element.ownerDocument.getSelection();
  const { anchorNode, focusNode } = selection ?? {};
  if (!selection || !anchorNode || !focusNode || !element.contains(anchorNode) || !element.contains(focusNode)) {
    return { anchor: 0, head: 0 };
  }
  return {
    anchor: offsetWithin(element, anchorNode, selection.anchorOffset),
    head: offsetWithin(element, focusNode, selection.focusOffset),
  };
}

function offsetWithin(element: Element, node: Node, offset: number): number {
  const before = element.ownerDocument.createRange();
  before.setStart(element, 0);
  before.setEnd(node, offset);
  return before.toString().length;
}
