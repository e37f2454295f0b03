import type { PageEvents, PageRequests, WhyStep, WireMessage } from './protocol.ts';

/** Asks the simulator for something; false when it can't be reached or refuses. */
export async function request<N extends keyof PageRequests>(
  name: N,
  body: PageRequests[N],
): Promise<boolean> {
  try {
    const response = await fetch(`/simulator/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.ok;
  } catch {
    return false;
  }
}

/** What the gateway knows of a message, in words; null when the simulator can't be asked. */
export async function askWhy({ account, id }: WireMessage): Promise<readonly WhyStep[] | null> {
  try {
    const response = await fetch('/simulator/why', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account, id }),
    });
    return response.ok ? (await response.json()).steps : null;
  } catch {
    return null;
  }
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
