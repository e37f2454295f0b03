const channelName = 'gateway-admin.signed-out';

/** Tells the other tabs that the hosted session is over; it holds nothing but the fact. */
export function tellTabs(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/**
 * Calls back when another tab signed out.
 * @returns how to stop listening
 */
export function onSignedOutElsewhere(callback: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = callback;
  return () => channel.close();
}
