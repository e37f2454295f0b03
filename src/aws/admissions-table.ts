import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { Admission, AdmissionRequest, Admissions } from '../ports/admissions.ts';

/** Two lists of equal length, newest first: when each message was admitted, and the key that it claimed. */
interface SessionItem {
  readonly at: readonly number[];
  readonly claims: readonly string[];
}

type Key = Record<string, AttributeValue>;

const noClaim = '-';
const claimChars = 12;
const spareEntries = 10;
const releaseAttempts = 5;
/** A limited session is looked at again after this: a place may have been given back. */
const limitedForMs = 1_000;
const rememberedSessions = 1_000;

/**
 * Window and claims of a session in one item of the rate-limits table, so that one conditional write decides both:
 * a rejected message costs that one write and counts against nobody. See docs/decisions/admission.md.
 * @see design 2.3, 2.4
 */
export class AdmissionsTable implements Admissions {
  readonly #dynamodb: DynamoDBClient;
  readonly #tableName: string;
  readonly #clock: { readonly nowMs: () => number; readonly random: () => number };
  readonly #limited = new Map<string, { readonly retryAtMs: number; readonly untilMs: number }>();

  constructor(
    dynamodb: DynamoDBClient,
    tablePrefix: string,
    clock: { readonly nowMs: () => number; readonly random: () => number },
  ) {
    this.#dynamodb = dynamodb;
    this.#tableName = tablePrefix + tables.rateLimits.name;
    this.#clock = clock;
  }

  async admit(request: AdmissionRequest): Promise<Admission> {
    const key = keyOf(request);
    // A fraction makes the stamp our own: when the SDK repeats a write whose answer was lost, we find it again.
    const stamp = this.#clock.nowMs() + Math.floor(this.#clock.random() * 1000) / 1000;
    try {
      const { length } = await this.#enter(key, request, stamp);
      if (length >= request.limit + spareEntries) {
        const old = Array.from({ length: length - request.limit }, (_, n) => request.limit + n);
        await this.#removeEntries(key, old);
      }
      return { outcome: 'admitted', stamp, firstOfSession: length === 1 };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // Emulators leave the item out of the exception: read it then.
      const item = error.Item ? sessionItem(error.Item) : await this.#read(key);
      return this.#refusal(request, item, stamp);
    }
  }

  knownLimit(request: AdmissionRequest): { readonly retryAtMs: number } | null {
    const known = this.#limited.get(pkOf(request));
    return known && known.untilMs > this.#clock.nowMs() ? known : null;
  }

  release(request: AdmissionRequest, stamp: number): Promise<void> {
    return this.#changeEntry(keyOf(request), stamp, (key, index) => this.#removeEntries(key, [index], stamp));
  }

  releaseClaim(request: AdmissionRequest, stamp: number): Promise<void> {
    return this.#changeEntry(keyOf(request), stamp, (key, index) => this.#clearClaim(key, index, stamp));
  }

  async #enter(key: Key, request: AdmissionRequest, stamp: number): Promise<{ readonly length: number }> {
    const claim = claimOf(request);
    const oldest = `#at[${request.limit - 1}]`;
    const { Attributes } = await this.#dynamodb.send(
      new UpdateItemCommand({
        TableName: this.#tableName,
        Key: key,
        UpdateExpression:
          'SET #at = list_append(:stamp, if_not_exists(#at, :none)), claims = list_append(:entry, if_not_exists(claims, :none)), expiresAt = :expires',
        ConditionExpression: `(attribute_not_exists(${oldest}) OR ${oldest} <= :cutoff)${claim ? ' AND (NOT contains(claims, :claim))' : ''}`,
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: marshall({
          ':stamp': [stamp],
          ':entry': [claim ?? noClaim],
          ':none': [],
          ':cutoff': stamp - limits.rateWindowMs,
          ':expires': Math.ceil((stamp + limits.idempotencyWindowMs) / 1000),
          ...(claim && { ':claim': claim }),
        }),
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return sessionItem(Attributes).at;
  }

  #refusal(request: AdmissionRequest, item: SessionItem, stamp: number): Admission {
    if (item.at.includes(stamp)) return { outcome: 'admitted', stamp, firstOfSession: item.at.length === 1 };
    const claim = claimOf(request);
    const claimed = claim ? item.claims.indexOf(claim) : -1;
    if (claimed >= 0) return { outcome: 'claimed', stamp: item.at[claimed] ?? 0 };
    const retryAtMs = (item.at[request.limit - 1] ?? stamp) + limits.rateWindowMs;
    if (this.#limited.size >= rememberedSessions) this.#limited.clear();
    const untilMs = Math.min(retryAtMs, stamp + limitedForMs);
    this.#limited.set(pkOf(request), { retryAtMs, untilMs });
    return { outcome: 'limited', retryAtMs };
  }

  async #read(key: Key): Promise<SessionItem> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#tableName, Key: key, ConsistentRead: true }),
    );
    return sessionItem(Item);
  }

  /**
   * Finds an entry by its stamp and changes it; nothing when it is gone. One just made is the first, mostly: that is tried
   * without a read, so that it works too while reads are throttled.
   */
  async #changeEntry(
    key: Key,
    stamp: number,
    change: (key: Key, index: number) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 0; attempt < releaseAttempts; attempt += 1) {
      const index = attempt === 0 ? 0 : (await this.#read(key)).at.indexOf(stamp);
      if (index < 0) return;
      try {
        return await change(key, index);
      } catch (error) {
        // The lists have moved on since they were read: look again.
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    }
  }

  async #removeEntries(key: Key, indexes: readonly number[], stamp?: number): Promise<void> {
    const paths = indexes.flatMap((index) => [`#at[${index}]`, `claims[${index}]`]);
    await this.#dynamodb.send(
      new UpdateItemCommand({
        TableName: this.#tableName,
        Key: key,
        UpdateExpression: `REMOVE ${paths.join(', ')}`,
        ExpressionAttributeNames: { '#at': 'at' },
        ...(stamp !== undefined && {
          ConditionExpression: `#at[${indexes[0]}] = :stamp`,
          ExpressionAttributeValues: marshall({ ':stamp': stamp }),
        }),
      }),
    );
  }

  async #clearClaim(key: Key, index: number, stamp: number): Promise<void> {
    await this.#dynamodb.send(
      new UpdateItemCommand({
        TableName: this.#tableName,
        Key: key,
        UpdateExpression: `SET claims[${index}] = :none`,
        ConditionExpression: `#at[${index}] = :stamp`,
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: marshall({ ':none': noClaim, ':stamp': stamp }),
      }),
    );
  }
}

const pkOf = ({ tenantId, widgetId, sessionId }: AdmissionRequest) =>
  `${tenantId}#session#${widgetId}#${sessionId}`;
const keyOf = (request: AdmissionRequest): Key => marshall({ pk: pkOf(request) });
const claimOf = ({ key }: AdmissionRequest) => key?.slice(0, claimChars);

function sessionItem(item: Record<string, AttributeValue> | undefined): SessionItem {
  const { at = [], claims = [] } = item ? unmarshall(item) : {};
  return { at, claims };
}
