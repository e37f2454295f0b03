import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import { VersionConflictError } from '../domain/errors.ts';
import type { CenterArrivals, CenterLink, CenterLinks, HandoffName } from '../ports/center-links.ts';
import { isWritten, KeyedTable, packJson, unpackJson } from './items.ts';

type Kind = 'center' | 'center-arrivals';

/** Links and arrivals in the dedup table: two items, since two queues write them. */
export class CenterLinksTable implements CenterLinks {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #name: string;
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#name = tablePrefix + tables.dedup.name;
    this.#table = new KeyedTable(dynamodb, this.#name);
    this.#nowMs = nowMs;
  }

  find(name: HandoffName): Promise<CenterLink | null> {
    return this.#find<CenterLink>('center', name);
  }

  save(next: CenterLink): Promise<void> {
    const keptMs = next.endedAtMs === null ? limits.centerLinkMs : limits.centerLinkEndedMs;
    return this.#save('center', next, keptMs);
  }

  findArrivals(name: HandoffName): Promise<CenterArrivals | null> {
    return this.#find<CenterArrivals>('center-arrivals', name);
  }

  saveArrivals(next: CenterArrivals): Promise<void> {
    return this.#save('center-arrivals', next, limits.centerLinkMs);
  }

  async #find<T>(kind: Kind, name: HandoffName): Promise<T | null> {
    const item = await this.#table.find(keyOf(kind, name));
    // DynamoDB deletes late.
    if (!item || Number(item.expiresAt) * 1000 <= this.#nowMs()) return null;
    return unpackJson(item.link as Uint8Array) as T;
  }

  async #save(kind: Kind, next: CenterLink | CenterArrivals, keptMs: number): Promise<void> {
    const nowMs = this.#nowMs();
    const { version } = next;
    const item = {
      pk: keyOf(kind, next),
      link: packJson(next),
      version,
      expiresAt: Math.ceil((nowMs + keptMs) / 1000),
    };
    const isSaved = await isWritten(
      this.#dynamodb.send(
        new PutCommand({
          TableName: this.#name,
          Item: item,
          ConditionExpression:
            version === 1 ? 'attribute_not_exists(pk) OR expiresAt <= :now' : 'version = :before',
          ExpressionAttributeValues:
            version === 1 ? { ':now': Math.floor(nowMs / 1000) } : { ':before': version - 1 },
        }),
      ),
    );
    if (!isSaved) throw new VersionConflictError();
  }
}

const keyOf = (kind: Kind, { tenantId, handoffId }: HandoffName) => `${tenantId}#${kind}#${handoffId}`;
