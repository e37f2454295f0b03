import type { PageEvents, PageRequests, WhyStep, WireMessage } from './protocol.ts';

type Child = Node | string | null | false | undefined;

/** Makes an element; attributes that are false are left out, ones that are true have no value. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | boolean>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.flatMap((child) => (child ? [child] : [])));
  return made;
}

/** A button that does something. */
export function button(
  label: string,
  onClick: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', onClick);
  return made;
}

/**
 * The element of the page with an id.
 * @throws Error when it is not there or of another kind
 */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page lacks #${id}`);
  return found;
}

/** Sends a request of a page; null when the server can't be reached. */
export async function post(path: string, body: object): Promise<Response | null> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
}

/** Sends a request to the simulator; false if it fails. */
export async function request<N extends keyof PageRequests>(
  name: N,
  body: PageRequests[N],
): Promise<boolean> {
  return (await post(`/simulator/${name}`, body))?.ok ?? false;
}

/** The gateway's trace of a message in words; null if the simulator can't be reached. */
export async function askWhy({ account, id }: WireMessage): Promise<readonly WhyStep[] | null> {
  const response = await post('/simulator/why', { account, id });
  return response?.ok ? (await response.json()).steps : null;
}

type Listeners = { readonly [N in keyof PageEvents]: (value: PageEvents[N]) => void };

/** Subscribes to changes; the browser reconnects automatically and then gets a new snapshot. */
export function follow(listeners: Listeners, onConnected: (connected: boolean) => void): void {
  const source = new EventSource('/simulator/events');
  const listen = <N extends keyof PageEvents>(name: N) => {
    source.addEventListener(name, (event) => listeners[name](JSON.parse(event.data)));
  };
  listen('snapshot');
  listen('state');
  listen('message');
  listen('line');
  listen('typing');
  source.addEventListener('open', () => onConnected(true));
  source.addEventListener('error', () => onConnected(false));
}
