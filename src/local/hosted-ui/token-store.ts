import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

interface Kept {
  readonly payload: AdapterPayload;
  readonly goneAtMs: number;
}

/** The provider looks at a code's age itself, and can say that it has expired only while the code is still there. */
const keptAfterExpiryMs: Readonly<Record<string, number>> = { AuthorizationCode: 10 * 60_000 };

/** Keeps sessions, codes and tokens in memory; it outlives the provider when keys are rotated. */
export function createTokenStore(now: () => number): AdapterFactory {
  const kept = new Map<string, Kept>();
  const live = (key: string) => {
    const entry = kept.get(key);
    return entry && now() < entry.goneAtMs ? entry.payload : undefined;
  };
  const sweep = () => {
    for (const [key, { goneAtMs }] of kept) if (now() >= goneAtMs) kept.delete(key);
  };
  return (kind): Adapter => {
    const keyOf = (id: string) => `${kind}:${id}`;
    const ofKind = () => [...kept].filter(([key]) => key.startsWith(keyOf('')));
    const find = async (fits: (payload: AdapterPayload) => boolean) => {
      const key = ofKind().find(([, { payload }]) => fits(payload))?.[0];
      return key === undefined ? undefined : live(key);
    };
    return {
      async upsert(id, payload, expiresInS = Number.POSITIVE_INFINITY) {
        sweep();
        const goneAtMs = now() + expiresInS * 1000 + (keptAfterExpiryMs[kind] ?? 0);
        kept.set(keyOf(id), { payload, goneAtMs });
      },
      find: async (id) => live(keyOf(id)),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (userCode) => find((payload) => payload.userCode === userCode),
      async consume(id) {
        const payload = live(keyOf(id));
        if (payload) payload.consumed = Math.floor(now() / 1000);
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of ofKind()) if (payload.grantId === grantId) kept.delete(key);
      },
    };
  };
}
