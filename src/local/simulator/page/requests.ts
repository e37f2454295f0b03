import type { PageRequests, WhyStep, WireMessage } from './protocol.ts';

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

type ListenersOf<Events> = { readonly [N in keyof Events]: (value: Events[N]) => void };

/**
 * Subscribes to a page's events; the browser reconnects by itself and gets a new snapshot.
 * @param notify what the page says of the connection
 * @returns unsubscribes
 */
export function follow<Events>(
  path: string,
  listeners: ListenersOf<Events>,
  notify: (notice: string) => void,
): () => void {
  const source = new EventSource(path);
  for (const [name, listen] of Object.entries<(value: never) => void>(listeners))
    source.addEventListener(name, ({ data }) => listen(JSON.parse(data) as never));
  source.addEventListener('open', () => notify(''));
  source.addEventListener('error', () => notify('Connection lost. Reconnecting…'));
  return () => source.close();
}
