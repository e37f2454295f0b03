import type { PageEvents, PageRequests, WhyStep, WireMessage } from './protocol.ts';

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
  for (const [name, listen] of Object.entries(listeners))
    source.addEventListener(name, ({ data }) => listen(JSON.parse(data)));
  source.addEventListener('open', () => onConnected(true));
  source.addEventListener('error', () => onConnected(false));
}
