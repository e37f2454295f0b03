import * as z from 'zod/mini';
import type { AdminSettings } from '../../contract/docs.ts';
import type { SessionInformation } from '../../contract/session.ts';
import { type AccessToken, createAccessToken } from './access-token.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { claimsOf } from './claims-of.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { describeProvider } from './provider.ts';
import { readSession } from './read-session.ts';
import { revokeTokens, signOut } from './sign-out.ts';
import { readTokens } from './stored-tokens.ts';
import type { Surroundings } from './surroundings.ts';

/** Authorization Code with PKCE for one tab, without a secret. @see spec "Administration sign-in" */
export interface SignInClient {
  begin(purpose: { readonly returnTo: string; readonly isAutomatic: boolean }): Promise<void>;
  /** Takes the callback's query; gives the path to go on at. */
  finish(query: URLSearchParams): Promise<string>;
  /** Who is signed in; access tokens hold no name, so that it comes from the ID token. */
  session(): Promise<SessionInformation>;
  /** For calls of the API. */
  readonly accessToken: AccessToken;
  /** Where the API is, without a slash at its end, and the widget's script. */
  readonly addresses: Pick<AdminSettings, 'apiUrl' | 'widgetUrl'>;
  signOut(): Promise<void>;
  /** Forgets the tokens at once and revokes them: another tab has ended the hosted session. */
  forget(): Promise<void>;
  /** Whether the tab's tokens come of a sign-in that nobody asked for: another one must not follow. */
  isAutomatic(): boolean;
}

const identity = z.object({ email: z.optional(z.string()), name: z.optional(z.string()) });

/** Makes the client of a stage. */
export function createSignInClient(surroundings: Surroundings, settings: AdminSettings): SignInClient {
  const provider = describeProvider(settings, surroundings);
  const accessToken = createAccessToken(surroundings, provider);
  const read = () => readSession(surroundings, settings.apiUrl, accessToken);
  const currentSession = async () => {
    const session = await read();
    if (!session.roleChanged) return session;
    // What was given holds from the next token on; what was taken away holds already.
    const isFresh = await accessToken({ fresh: true }).then(
      () => true,
      () => false,
    );
    return isFresh ? read() : session;
  };
  return {
    begin: (purpose) => beginSignIn(surroundings, provider, purpose),
    finish: (query) => finishSignIn(surroundings, provider, query),
    async session() {
      const session = await currentSession();
      const named = claimsOf(readTokens(surroundings)?.idToken ?? '', identity);
      return { ...session, user: { ...named, ...session.user } };
    },
    accessToken,
    addresses: { apiUrl: settings.apiUrl, widgetUrl: settings.widgetUrl },
    signOut: () => signOut(surroundings, provider),
    forget: () => revokeTokens(surroundings, provider),
    isAutomatic: () => readTokens(surroundings)?.isAutomatic ?? false,
  };
}
