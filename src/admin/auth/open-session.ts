import { adminCallbackPath } from '../../contract/docs.ts';
import type { SessionInformation } from '../../contract/session.ts';
import { asSignInError, type SignInError } from './errors.ts';
import type { SignInClient } from './sign-in-client.ts';

/** The application's view. */
export type View =
  | { readonly kind: 'signed-out'; readonly wasElsewhere: boolean }
  /** `isOver`: the page is still shown, but the user must sign in again to continue. */
  | { readonly kind: 'signed-in'; readonly session: SessionInformation; readonly isOver: boolean }
  | { readonly kind: 'failed'; readonly error: SignInError }
  /** The browser is navigating to another page. */
  | { readonly kind: 'leaving' };

/** The session's state when the page opens, and its client. */
export interface Opened {
  readonly client: SignInClient;
  readonly first: View;
}

/** The address bar, as far as the application writes it. */
export interface AddressBar {
  /** Path and query under the application's root. */
  read(): string;
  /** Replaces what is shown, and in the history too. */
  replace(path: string): void;
}

/**
 * Takes a callback's parameters out of the address bar, before all else: neither a reload nor the history nor a bookmark
 * may hold the code. Null when the address is not the callback's.
 */
export function takeCallback(address: AddressBar): URLSearchParams | null {
  const [path = '', query = ''] = address.read().split('?');
  if (path !== adminCallbackPath) return null;
  address.replace('');
  return new URLSearchParams(query);
}

/**
 * Completes a sign-in that returns, or continues with the tab's session.
 * @param callback the callback's parameters, if this is one
 * @see spec "Administration sign-in" 3-7
 */
export async function openSession(
  client: SignInClient,
  address: AddressBar,
  callback: URLSearchParams | null,
): Promise<View> {
  try {
    if (callback !== null) address.replace(await client.finish(callback));
  } catch (error) {
    return { kind: 'failed', error: asSignInError(error) };
  }
  return viewSession(client, address.read());
}

/**
 * Fetches the session. A user without one is sent to the hosted sign-in, and once after a failed refresh; a user
 * who signed out stays.
 */
export async function viewSession(client: SignInClient, returnTo: string): Promise<View> {
  const isAutomatic = client.isAutomatic();
  try {
    return { kind: 'signed-in', session: await client.session(), isOver: false };
  } catch (cause) {
    const error = asSignInError(cause);
    const isNew = error.code === 'signed_out';
    // After a deliberate sign-out, the user must not be signed in again.
    if (isNew && client.hasSignedOut()) return { kind: 'signed-out', wasElsewhere: false };
    if (!isNew && (error.code !== 'session_expired' || isAutomatic)) return { kind: 'failed', error };
    return leave(client, { returnTo, isAutomatic: !isNew });
  }
}

async function leave(client: SignInClient, purpose: Parameters<SignInClient['begin']>[0]): Promise<View> {
  try {
    await client.begin(purpose);
    return { kind: 'leaving' };
  } catch (error) {
    return { kind: 'failed', error: asSignInError(error) };
  }
}
