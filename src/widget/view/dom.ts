type Child = Node | string | null;
type Attributes = Readonly<Record<string, string | boolean | null | undefined>>;

/** An element with attributes and children; texts stay texts. `false`, null and undefined leave an attribute out. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Sets and removes attributes. */
export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value))
      element.setAttribute(name, value === true ? '' : value);
  }
}

/** Sets a text, only when it is another one: live regions read out what changes. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const svg = 'http://www.w3.org/2000/svg';
const icons = {
  chat: 'M12 3.5c-5 0-9 3.4-9 7.7 0 2.3 1.2 4.4 3.1 5.8-.1 1.2-.6 2.3-1.4 3.2-.2.3 0 .7.4.7 1.9-.1 3.6-.8 4.9-1.9.6.1 1.3.2 2 .2 5 0 9-3.4 9-7.8s-4-7.9-9-7.9Z',
  close: 'm6 9 6 6 6-6',
  send: 'M12 19V5m0 0-6 6m6-6 6 6',
  bot: 'M12 8V4.5M7 8h10a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2Zm2.5 5h.01m4.99 0h.01',
  smile: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-4-7a4.5 4.5 0 0 0 8 0M9 9.5h.01m5.99 0h.01',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  below: 'M12 5v14m0 0 6-6m-6 6-6-6',
} as const;

/** A decoration, silent for screen readers. */
export function icon(name: keyof typeof icons): SVGElement {
  return drawing(name, icons[name]);
}

/** A person's or the bot's picture, beside their name. */
export function face(of: Node | string): HTMLElement {
  return h('span', { class: 'face', 'aria-hidden': 'true' }, of);
}

/** The same of any path. */
export function drawing(name: string, d: string): SVGElement {
  const picture = document.createElementNS(svg, 'svg');
  setAttributes(picture, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: `icon icon-${name}` });
  const path = document.createElementNS(svg, 'path');
  setAttributes(path, { d });
  picture.append(path);
  return picture;
}
