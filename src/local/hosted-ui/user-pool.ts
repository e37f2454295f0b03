import { join } from 'node:path';
import type { Mail } from '../../ports/mail.ts';
import { createRecovery, type Recovery } from './recovery.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';
import { openUsers, type Users } from './users.ts';

/** A mail, and when it was sent. */
export interface SentMail extends Mail {
  readonly sentAtMs: number;
}

/** What the hosted sign-in and the service's own calls have in common. */
export interface LocalUserPool {
  readonly users: Users;
  readonly tokens: TokenStore;
  readonly recovery: Recovery;
  /** The last hundred, the latest first; never in a file, since they hold passwords. */
  readonly mails: readonly SentMail[];
  readonly sendMail: (mail: Mail) => void;
  /** Where the admin application is, as invitations say: the whole address once it listens. */
  adminUrl: string;
  readonly now: () => number;
  readonly dataDir: string | undefined;
}

export interface LocalUserPoolOptions {
  /** Where users, their passwords, factors and sessions are kept; without it they are forgotten. */
  readonly dataDir?: string | undefined;
  /** Where each mail goes besides. */
  readonly sendMail?: ((mail: Mail) => void) | undefined;
}

const mailsKept = 100;

/** A user pool on this machine, with the users of the demo in it. @see design 8 */
export function openUserPool({ dataDir, sendMail }: LocalUserPoolOptions): LocalUserPool {
  const now = () => Date.now();
  const users = openUsers(dataDir, now());
  const mails: SentMail[] = [];
  const send = (mail: Mail) => {
    mails.unshift({ ...mail, sentAtMs: now() });
    mails.splice(mailsKept);
    sendMail?.(mail);
  };
  return {
    ...{ users, mails, now, dataDir, sendMail: send, adminUrl: '/admin/' },
    tokens: createTokenStore(now, dataDir && join(dataDir, 'sign-in-sessions.json')),
    recovery: createRecovery(users, send, now),
  };
}
