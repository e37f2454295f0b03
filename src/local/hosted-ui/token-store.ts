import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Kept {
  readonly payload: AdapterPayload;
  readonly dropAtMs: number;
}

/** An expired code is kept for a while, so that the answer can say that it has expired. */
const keptAfterExpiryMs = 10 * 60_000;

/** Keeps sessions, codes and tokens in memory; it outlives the provider when keys are rotated. */
export function createTokenStore(now: () => number): AdapterFactory {
  const kept = new Map<string, Kept>();
  const sweep = () => {
    for (const [key, { dropAtMs }] of kept) if (dropAtMs < now()) kept.delete(key);
  };
  return (kind): Adapter => {
    const keyOf = (id: string) => `${kind}:${id}`;
    const find = async (fits: (payload: AdapterPayload) => boolean) =>
      [...kept].find(([key, { payload }]) => key.startsWith(keyOf('')) && fits(payload))?.[1].payload;
    return {
      async upsert(id, payload, expiresInS) {
        sweep();
        const ttlMs = expiresInS === undefined ? Number.POSITIVE_INFINITY : expiresInS * 1000;
        kept.set(keyOf(id), { payload, dropAtMs: now() + ttlMs + keptAfterExpiryMs });
      },
      find: async (id) => kept.get(keyOf(id))?.payload,
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (userCode) => find((payload) => payload.userCode === userCode),
      async consume(id) {
        const entry = kept.get(keyOf(id));
        if (entry) entry.payload.consumed = Math.floor(now() / 1000);
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of kept)
          if (key.startsWith(keyOf('')) && payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
