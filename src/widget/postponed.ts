import { visitorLimits } from '../contract/visitor-limits.ts';

/** The path for messages. */
export const messagesPath = '/v1/webchat/messages';

/**
 * Why a request has to be made again. `wait` is the gateway's own wish and must not be shortened: too much was sent, or
 * it is busy, with this very request perhaps.
 */
export type Postponed =
  | { readonly kind: 'retry'; readonly reason: 'offline' | 'unreadable' | 'failing' }
  | { readonly kind: 'wait'; readonly ms: number; readonly reason: 'limited' | 'busy' };

/**
 * The response, or what is to be made of not getting one.
 * @throws the signal's reason when it was called off
 */
export async function settled(
  call: () => Promise<Response>,
  api: string,
  signal?: AbortSignal,
): Promise<Response | Postponed> {
  // A browser knows without a request that it is offline.
  if (navigator.onLine === false) return { kind: 'retry', reason: 'offline' };
  try {
    return await call();
  } catch {
    signal?.throwIfAborted();
    return { kind: 'retry', reason: (await isReachable(api)) ? 'unreadable' : 'offline' };
  }
}

/** A browser doesn't distinguish a missing response from one without CORS. A `no-cors` request does. */
async function isReachable(api: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(visitorLimits.stepTimeoutMs);
    await fetch(api + messagesPath, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}
