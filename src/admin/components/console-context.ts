import { createContext, useContext } from 'react';
import type { AdminSettings } from '../../contract/docs.ts';
import { allows, type Capability, type RoleName } from '../../contract/roles.ts';
import type { SessionInformation } from '../../contract/session.ts';
import type { Call } from '../api/api.ts';
import type { SignInClient } from '../auth/sign-in-client.ts';

/** The session of the signed-in user, and how it ends. */
export interface SignedIn {
  readonly client: SignInClient;
  readonly session: SessionInformation;
  /** The page is still shown, but the user must sign in again to continue. */
  readonly isOver: boolean;
  readonly onOver: () => void;
  readonly onSignIn: () => void;
  readonly onSignOut: () => void;
}

export const SignedInContext = createContext<SignedIn | null>(null);

/** @throws Error outside of the provider */
export function useSignedIn(): SignedIn {
  const content = useContext(SignedInContext);
  if (!content) throw new Error('nobody is signed in');
  return content;
}

/** The context of every page of a tenant. */
export interface ConsoleContent {
  readonly session: SessionInformation;
  /** The tenant that is worked in. */
  readonly tenantId: string;
  readonly call: Call;
  readonly addresses: Pick<AdminSettings, 'apiUrl' | 'widgetUrl'>;
}

export const ConsoleContext = createContext<ConsoleContent | null>(null);

/** @throws Error outside of the provider */
export function useConsole(): ConsoleContent {
  const content = useContext(ConsoleContext);
  if (!content) throw new Error('no tenant is open');
  return content;
}

/** The user's role, and whether it allows something. */
export function useRole(): { readonly role: RoleName; readonly may: (capability: Capability) => boolean } {
  const { roles } = useConsole().session;
  return { role: roles.at(-1) ?? 'viewer', may: (capability) => allows(roles, capability) };
}
