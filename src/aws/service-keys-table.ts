import * as z from 'zod/mini';
import { limits } from '../contract/limits.ts';
import { serviceCapabilities } from '../contract/service/keys.ts';
import { tables } from '../contract/tables.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { StoredServiceKey } from '../domain/service-key.ts';
import type { ServiceKeys } from '../ports/directory-writer.ts';
import { readByCredential } from './by-credential.ts';
import { DynamoTable, isWritten, remember } from './items.ts';

const remembered = 1_000;

/** A stored key. Capabilities of a later release are ignored. */
const stored = z.object({
  pk: z.string(),
  sk: z.string(),
  name: z.string(),
  capabilities: z.array(z.string()),
  hash: z.string(),
  createdAt: z.string(),
  by: z.object({ id: z.string(), email: z.nullable(z.string()) }),
  expiresAt: z.nullable(z.string()),
});

/** Service keys in the directory table, found by the index of credentials; remembered for half a minute. */
export class ServiceKeysTable extends DynamoTable implements ServiceKeys {
  protected readonly table = tables.directory;
  /** Also that there is none: a stranger who guesses costs one read in that time. */
  readonly #remember = remember<StoredServiceKey | null>({
    forMs: limits.userAccessCacheMs,
    nowMs: this.nowMs,
    limit: remembered,
  });
  readonly #notedAtMs = new Map<string, number>();

  find(id: string): Promise<StoredServiceKey | null> {
    return this.#remember(id, async () => {
      const credential = directoryKeys.serviceKeyCredential(id);
      const [item] = await readByCredential(this.dynamodb, this.tableName, credential, 1);
      const { data } = stored.safeParse(item);
      if (!data) return null;
      const { pk: tenantId, sk: _, capabilities, ...key } = data;
      const known = serviceCapabilities.filter((name) => capabilities.includes(name));
      return { ...key, tenantId, id, capabilities: known, lastUsedAt: null };
    });
  }

  async noteUse({ tenantId, id }: StoredServiceKey): Promise<void> {
    const nowMs = this.nowMs();
    if ((this.#notedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) > nowMs - limits.noteMs) return;
    if (this.#notedAtMs.size >= remembered) this.#notedAtMs.clear();
    this.#notedAtMs.set(id, nowMs);
    const iso = (ms: number) => new Date(ms).toISOString();
    await isWritten(
      this.updateItem(
        { pk: tenantId, sk: directoryKeys.serviceKey(id) },
        {
          UpdateExpression: 'SET lastUsedAt = :now',
          // One that was revoked must not come back as a stump.
          ConditionExpression:
            'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt <= :since)',
          ExpressionAttributeValues: { ':now': iso(nowMs), ':since': iso(nowMs - limits.noteMs) },
        },
      ),
    );
  }
}
