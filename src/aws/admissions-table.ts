import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { Admission, AdmissionRequest, Admissions } from '../ports/turns.ts';
import { DynamoTable, type Item } from './items.ts';

/** Two lists of equal length, newest first: when each message was admitted, and the key that it claimed. */
interface SessionItem {
  readonly at: readonly number[];
  readonly claims: readonly string[];
  /** The conversation that it wrote to first; not yet known of what the last release wrote. */
  readonly home: string | null;
}

/** A request's own entry. */
interface OwnEntry {
  readonly atMs: number;
  readonly entry: string;
}

const noClaim = '-';
/** The number of possible names for entries without a claim. */
const keylessEntries = 36 ** 6;
const claimChars = 12;
/** Few enough that a list at the usual limit of 30 stays below a kilobyte, and so at one write unit. */
const spareEntries = 6;
const releaseAttempts = 5;
/** A limited session is looked at again after this: a place may have been given back. */
const limitedForMs = 1_000;
const rememberedSessions = 1_000;

/**
 * Window and claims of a session in one item of the rate-limits table, so that one conditional write decides both:
 * a rejected message costs that one write and counts against nobody. See docs/decisions/admission.md.
 * @see design 2.3, 2.4
 */
export class AdmissionsTable extends DynamoTable implements Admissions {
  protected readonly table = tables.rateLimits;
  readonly #random: () => number;
  readonly #limited = new Map<
    string,
    { readonly retryAtMs: number; readonly untilMs: number; readonly home: string }
  >();

  constructor(
    dynamodb: DynamoDBDocumentClient,
    tablePrefix: string,
    clock: { readonly nowMs: () => number; readonly random: () => number },
  ) {
    super(dynamodb, tablePrefix, clock.nowMs);
    this.#random = clock.random;
  }

  async admit(request: AdmissionRequest): Promise<Admission> {
    const key = pkOf(request);
    // With its fraction, `atMs` is our own, and so is the entry: when the SDK repeats a write whose answer was lost, we find it again.
    const claim = request.key?.slice(0, claimChars);
    const atMs = this.nowMs() + Math.floor(this.#random() * 1000) / 1000;
    const entry = claim ?? noClaim + Math.floor(this.#random() * keylessEntries).toString(36);
    const oldest = `#at[${request.limit - 1}]`;
    const { done, item } = await this.tryUpdate(key, {
      UpdateExpression:
        'SET #at = list_append(:atMs, if_not_exists(#at, :none)), claims = list_append(:entry, if_not_exists(claims, :none)), home = if_not_exists(home, :home), expiresAt = :expires',
      ConditionExpression: `(attribute_not_exists(${oldest}) OR ${oldest} <= :cutoff)${claim ? ' AND (NOT contains(claims, :claim))' : ''}`,
      ExpressionAttributeNames: { '#at': 'at' },
      ExpressionAttributeValues: {
        ':atMs': [atMs],
        ':entry': [entry],
        ':none': [],
        ':home': request.conversationId,
        ':cutoff': atMs - limits.rateWindowMs,
        ':expires': Math.ceil((atMs + limits.idempotencyWindowMs) / 1000),
        ...(claim && { ':claim': claim }),
      },
      ReturnValues: 'ALL_NEW',
    });
    const session = sessionItem(item);
    if (!done) return this.#refusal(request, session, { atMs, entry });
    const { length } = session.at;
    if (length >= request.limit + spareEntries) {
      const old = Array.from({ length: length - request.limit }, (_, n) => request.limit + n);
      await this.#removeEntries(key, old);
    }
    return admittedAt(atMs, session, request);
  }

  knownLimit(request: AdmissionRequest): { readonly retryAtMs: number; readonly home: string } | null {
    const known = this.#limited.get(pkOf(request));
    return known && known.untilMs > this.nowMs() ? known : null;
  }

  async homeOf(request: AdmissionRequest): Promise<string> {
    return sessionItem((await this.getItem(pkOf(request))) ?? {}).home ?? request.conversationId;
  }

  release(request: AdmissionRequest, atMs: number): Promise<void> {
    return this.#changeEntry(pkOf(request), atMs, (key, index) => this.#removeEntries(key, [index], atMs));
  }

  releaseClaim(request: AdmissionRequest, atMs: number): Promise<void> {
    return this.#changeEntry(pkOf(request), atMs, (key, index) => this.#clearClaim(key, index, atMs));
  }

  async moveHome(request: AdmissionRequest, from: string, to: string | null): Promise<void> {
    await this.tryUpdate(pkOf(request), {
      UpdateExpression: to === null ? 'REMOVE home' : 'SET home = :to',
      ConditionExpression: 'home = :from',
      ExpressionAttributeValues: { ':from': from, ...(to !== null && { ':to': to }) },
    });
  }

  #refusal(request: AdmissionRequest, item: SessionItem, { atMs, entry }: OwnEntry): Admission {
    // Two requests in one millisecond may have the same time.
    const isOurs = item.at.some((at, n) => at === atMs && item.claims[n] === entry);
    if (isOurs) return admittedAt(atMs, item, request);
    const home = item.home ?? request.conversationId;
    const claim = request.key?.slice(0, claimChars);
    const claimed = claim ? item.claims.indexOf(claim) : -1;
    if (claimed >= 0) return { outcome: 'claimed', atMs: item.at[claimed] ?? 0, home };
    const retryAtMs = Math.floor(item.at[request.limit - 1] ?? atMs) + limits.rateWindowMs;
    if (this.#limited.size >= rememberedSessions) this.#limited.clear();
    const untilMs = Math.min(retryAtMs, atMs + limitedForMs);
    this.#limited.set(pkOf(request), { retryAtMs, untilMs, home });
    return { outcome: 'limited', retryAtMs, home };
  }

  /**
   * Finds an entry by its time and changes it; nothing when it is gone. One just made is the first, mostly: that is tried
   * without a read, so that it works too while reads are throttled.
   */
  async #changeEntry(
    key: string,
    atMs: number,
    change: (key: string, index: number) => Promise<void>,
  ): Promise<void> {
    for (let attempt = 0; attempt < releaseAttempts; attempt += 1) {
      const index = attempt === 0 ? 0 : sessionItem((await this.getItem(key)) ?? {}).at.indexOf(atMs);
      if (index < 0) return;
      try {
        return await change(key, index);
      } catch (error) {
        // The lists have moved on since they were read: look again.
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    }
  }

  async #removeEntries(key: string, indexes: readonly number[], atMs?: number): Promise<void> {
    const paths = indexes.flatMap((index) => [`#at[${index}]`, `claims[${index}]`]);
    await this.updateItem(key, {
      UpdateExpression: `REMOVE ${paths.join(', ')}`,
      ExpressionAttributeNames: { '#at': 'at' },
      ...(atMs !== undefined && {
        ConditionExpression: `#at[${indexes[0]}] = :atMs`,
        ExpressionAttributeValues: { ':atMs': atMs },
      }),
    });
  }

  async #clearClaim(key: string, index: number, atMs: number): Promise<void> {
    await this.updateItem(key, {
      UpdateExpression: `SET claims[${index}] = :none`,
      ConditionExpression: `#at[${index}] = :atMs`,
      ExpressionAttributeNames: { '#at': 'at' },
      ExpressionAttributeValues: { ':none': noClaim, ':atMs': atMs },
    });
  }
}

function admittedAt(
  atMs: number,
  { at, home }: SessionItem,
  { limit, conversationId }: AdmissionRequest,
): Admission {
  const recent: number[] = [];
  let isAlone = true;
  for (const each of at) {
    if (each > atMs - limits.rateWindowMs) recent.push(each);
    if (each !== atMs && each > atMs - limits.idempotencyLeaseMs) isAlone = false;
  }
  return {
    outcome: 'admitted',
    atMs,
    home: home ?? conversationId,
    firstOfSession: at.length === 1,
    isAlone,
    left: Math.max(0, limit - recent.length),
    // Without the fraction that makes it unique.
    freeAtMs: Math.floor(Math.min(...recent)) + limits.rateWindowMs,
  };
}

const pkOf = ({ tenantId, widgetId, sessionId }: AdmissionRequest) =>
  `${tenantId}#session#${widgetId}#${sessionId}`;

const sessionItem = ({ at = [], claims = [], home = null }: Item) => ({ at, claims, home }) as SessionItem;
