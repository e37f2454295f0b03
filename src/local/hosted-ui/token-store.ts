import { existsSync, readFileSync } from 'node:fs';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import * as z from 'zod/mini';
import { writeWholeFile } from '../write-whole-file.ts';

/** `goneAtMs`: null is never. */
const keptEntry = z.object({ payload: z.looseObject({}), goneAtMs: z.nullable(z.number()) });
const keptEntries = z.record(z.string(), keptEntry);

interface Kept {
  readonly payload: AdapterPayload;
  readonly goneAtMs: number | null;
}

/** The provider looks at a code's age itself, and can say that it has expired only while the code is still there. */
const keptAfterExpiryMs: Readonly<Record<string, number>> = { AuthorizationCode: 10 * 60_000 };

/** What the provider remembers: sessions, codes and tokens. */
export interface TokenStore {
  readonly adapter: AdapterFactory;
  /** Ends the sessions of a user, and all that was issued in them. */
  endSessionsOf(userId: string): void;
}

/**
 * Keeps sessions, codes and tokens; it outlives the provider when keys are rotated.
 * @param file where they are kept; without it they are forgotten
 */
export function createTokenStore(now: () => number, file?: string): TokenStore {
  const kept = new Map<string, Kept>(file && existsSync(file) ? readEntries(file) : []);
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

function readEntries(file: string): [string, Kept][] {
  return Object.entries(keptEntries.parse(JSON.parse(readFileSync(file, 'utf8'))));
}
