import { randomInt, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import * as z from 'zod/mini';
import type { Mail } from '../../ports/mails.ts';
import { readKeptFile, writeWholeFile } from '../write-whole-file.ts';
import { openUsers, type Users } from './users.ts';

/** A mail, and when it was sent. */
export interface SentMail extends Mail {
  readonly sentAtMs: number;
}

/** Shared by the hosted sign-in and the embedded Cognito API. */
export interface LocalUserPool {
  readonly users: Users;
  readonly tokens: TokenStore;
  readonly recovery: Recovery;
  /** The last hundred, the latest first; never in a file, since they hold passwords. */
  readonly mails: readonly SentMail[];
  readonly sendMail: (mail: Mail) => void;
  /** The console's URL for invitations; complete once it listens. */
  adminUrl: string;
  readonly now: () => number;
  readonly dataDir: string | undefined;
}

interface LocalUserPoolOptions {
  /** The folder for users, passwords, factors and sessions; in memory without it. */
  readonly dataDir?: string | undefined;
  /** Receives each mail, in addition to the mails page. */
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

/** `goneAtMs`: null is never. */
const keptEntry = z.object({ payload: z.looseObject({}), goneAtMs: z.nullable(z.number()) });
const keptEntries = z.record(z.string(), keptEntry);

interface Kept {
  readonly payload: AdapterPayload;
  readonly goneAtMs: number | null;
}

/** The provider looks at a code's age itself, and can say that it has expired only while the code is still there. */
const keptAfterExpiryMs: Readonly<Record<string, number>> = { AuthorizationCode: 10 * 60_000 };

/** The provider's sessions, codes and tokens. */
interface TokenStore {
  readonly adapter: AdapterFactory;
  /** Ends the sessions of a user, and all that was issued in them. */
  endSessionsOf(userId: string): void;
}

/**
 * Keeps sessions, codes and tokens; it outlives the provider when keys are rotated.
 * @param file where they are kept; without it they are forgotten
 */
function createTokenStore(now: () => number, file?: string): TokenStore {
  const kept = new Map<string, Kept>(Object.entries(readKeptFile(file, keptEntries) ?? {}));
  const isOver = ({ goneAtMs }: Kept) => goneAtMs !== null && now() >= goneAtMs;
  const live = (key: string) => {
    const entry = kept.get(key);
    return entry && !isOver(entry) ? entry.payload : undefined;
  };
  const keep = () => {
    for (const [key, entry] of kept) if (isOver(entry)) kept.delete(key);
    if (file) writeWholeFile(file, JSON.stringify(Object.fromEntries(kept)));
  };
  const drop = (fits: (key: string, payload: AdapterPayload) => boolean) => {
    for (const [key, { payload }] of kept) if (fits(key, payload)) kept.delete(key);
    keep();
  };
  const adapter: AdapterFactory = (kind): Adapter => {
    const keyOf = (id: string) => `${kind}:${id}`;
    const find = async (fits: (payload: AdapterPayload) => boolean) => {
      const found = [...kept].find(([key, { payload }]) => key.startsWith(keyOf('')) && fits(payload));
      return found && live(found[0]);
    };
    return {
      async upsert(id, payload, expiresInS) {
        const expiresInMs = expiresInS === undefined ? null : expiresInS * 1000;
        const goneAtMs = expiresInMs && now() + expiresInMs + (keptAfterExpiryMs[kind] ?? 0);
        kept.set(keyOf(id), { payload, goneAtMs });
        keep();
      },
      find: async (id) => live(keyOf(id)),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (userCode) => find((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = live(keyOf(id));
        if (!payload) return;
        payload.consumed = Math.floor(now() / 1000);
        keep();
      },
      async destroy(id) {
        kept.delete(keyOf(id));
        keep();
      },
      revokeByGrantId: async (grantId) =>
        drop((key, payload) => key.startsWith(keyOf('')) && payload.grantId === grantId),
    };
  };
  return { adapter, endSessionsOf: (userId) => drop((_key, { accountId }) => accountId === userId) };
}

/** Lets who reads the account's mail choose a new password. */
export interface Recovery {
  /** Mails a code if the account exists. The caller can't tell. */
  start(email: string): void;
  /** @returns whether the code was right and the password is changed */
  finish(email: string, code: string, password: string): Promise<boolean>;
}

interface SentCode {
  readonly code: Buffer;
  readonly goodUntilMs: number;
}

const goodForMs = 60 * 60_000;
const codeDigits = 6;

/** Recovery by a mailed code that is good once and for an hour. @see spec "Administration sign-in" point 6 */
function createRecovery(users: Users, sendMail: (mail: Mail) => void, now: () => number): Recovery {
  const sent = new Map<string, SentCode>();
  return {
    start(email) {
      const user = users.byEmail(email);
      // Users who haven't signed in yet have a temporary password in their mail.
      if (!user?.enabled || !user.emailVerified || user.status === 'FORCE_CHANGE_PASSWORD') return;
      const code = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');
      sent.set(user.id, { code: Buffer.from(code), goodUntilMs: now() + goodForMs });
      sendMail({
        to: user.email,
        subject: 'Your password reset code',
        text: `Your code is ${code}. It is good for one hour.`,
      });
    },
    async finish(email, code, password) {
      const user = users.byEmail(email);
      const expected = user && sent.get(user.id);
      const given = Buffer.from(code);
      if (!user?.enabled || !expected || now() >= expected.goodUntilMs) return false;
      if (given.length !== expected.code.length || !timingSafeEqual(given, expected.code)) return false;
      sent.delete(user.id);
      await users.setPassword(user.id, password);
      const current = users.byId(user.id);
      if (current) users.put({ ...current, status: 'CONFIRMED', changedAtMs: now() });
      return true;
    },
  };
}
