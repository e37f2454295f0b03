const tagName = 'messaging-widget';

/** An element of our own with its shadow root. */
export interface WidgetElement {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
}

/**
 * Makes the custom element that holds a widget. It is defined when it is first needed, so that the module build can be
 * imported where there is no DOM.
 * @throws Error when the page has another element of this name
 */
export function createWidgetElement(): WidgetElement {
  if (!customElements.get(tagName)) {
    const definition = class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'open' });
      }
    };
    customElements.define(tagName, definition);
  }
  const host = document.createElement(tagName);
  if (!host.shadowRoot) throw new Error(`the page has another element ${tagName}`);
  return { host, root: host.shadowRoot };
}
