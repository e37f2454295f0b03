/** Adds what a part looks like to the widget that an element is in; one sheet serves all widgets of a page. */
export function addSheet(element: Element, sheet: CSSStyleSheet): void {
  const root = element.getRootNode();
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(sheet))
    root.adoptedStyleSheets.push(sheet);
}

/** A sheet made by a script is no inline style. */
export function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
