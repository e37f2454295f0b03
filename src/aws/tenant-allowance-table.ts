import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { MessageAllowance, Refused, Taken, TenantAllowance } from '../ports/turns.ts';
import type { AwsClients } from './clients.ts';
import { DynamoTable, type Item, isWritten } from './items.ts';

/** A counter and its time window. */
interface Counted {
  readonly suffix: string;
  readonly windowMs: number;
}

/** What this process has of a tenant's minute. */
interface Share {
  /** The key of the minute's item. */
  readonly key: string;
  readonly endMs: number;
  /** Drawn tokens that aren't used yet. */
  tokens: number;
  /** Tokens used in this minute. */
  used: number;
  /** How many of the minute's first tokens this process has drawn in blocks: some may be idle. */
  blocks: number;
  /** Tokens of the minute that are drawn by anyone, as this process has last heard. */
  leased: number;
  /** Until when the minute is known to be used up, epoch milliseconds. */
  fullUntilMs: number;
  waiting: number;
  /** Addresses of those who wait and are counted by one. */
  readonly asking: string[];
  drawing: Promise<void> | null;
  readonly addresses: Map<string, AddressShare>;
  /** The minute's item as a refused draw has shown it; what an address may have of it only becomes less. */
  seen: Item | null;
}

/** What this process knows of one address in one minute. */
interface AddressShare {
  readonly counters: Counters;
  /** Tokens that this process has charged to the address while there were no shares. */
  charged: number;
  /** Its unused ones, which stay its own also if drawing them began the last fifth. */
  unused: number;
  /** Tokens charged to its share that aren't used yet. */
  ready: number;
  waiting: number;
  drawing: Promise<void> | null;
  /** Whether it has been charged for a share. */
  isLate: boolean;
  /** Whether the minute has no tokens left for it. */
  isUsedUp: boolean;
}

/** The first tokens of a minute, and what a process may hold idle: a fortieth of the limit, of what it has used. */
const fortieth = 40;
/** The number of blocks of the first tokens, first come, first served: one process may take them all. */
const firstBlocks = 3;
/** A refused tenant is looked at again after this: others may have given tokens back. */
const fullForMs = 1_000;
/** A minute's item is left to the TTL so long after its end: no clock is that far behind. */
const keptMs = 60 * 60_000;
const rememberedShares = 2_000;

/**
 * Counts a tenant's messages on an item for each minute of the clock: the first are drawn in blocks, later ones as they
 * come with a small spare, so that a quiet tenant costs one write a minute and process, and idle ones hold back under 5 %.
 * Who is counted by an address has a share of the last fifth: the same write charges it and holds it to that.
 * See docs/decisions/tenant-allowance.md. @see design 2.4
 */
export class TenantAllowanceTable extends DynamoTable implements TenantAllowance, MessageAllowance {
  protected readonly table = tables.rateLimits;
  readonly #once: () => DynamoDBDocumentClient;
  readonly #counted: Counted;
  /** By the keys of their items. */
  readonly #shares = new Map<string, Share>();
  #forgetAt = rememberedShares;
  /** Those that know addresses. */
  #addressed: readonly Share[] = [];

  /** @param counted what is counted, and over which time; messages of a minute by default */
  constructor(
    clients: Pick<AwsClients, 'dynamodb' | 'dynamodbOnce'>,
    tablePrefix: string,
    nowMs: () => number,
    counted: Counted = { suffix: 'tenant', windowMs: limits.rateWindowMs },
  ) {
    super(clients.dynamodb, tablePrefix, nowMs);
    this.#counted = counted;
    this.#once = () => clients.dynamodbOnce;
  }

  async take(tenantId: string, limit: number, address: string | null = null): Promise<Taken> {
    for (;;) {
      // The current minute's share: a new minute may have begun while tokens were drawn.
      const held = this.#shareOf(tenantId);
      const share = address === null ? undefined : held.addresses.get(address);
      if (address !== null && held.leased >= earlyTokens(limit) && !hasUnused(held, share)) {
        const taken = await this.#takeOfShare(held, limit, this.#addressIn(held, address));
        if (taken) return taken;
        continue;
      }
      if (held.tokens > 0) {
        held.tokens -= 1;
        held.used += 1;
        if (share && share.unused > 0) share.unused -= 1;
        return { ok: true };
      }
      if (held.fullUntilMs > this.nowMs()) return refusedBy(held);
      held.waiting += 1;
      if (address !== null) held.asking.push(address);
      held.drawing ??= this.#draw(limit, held).finally(() => {
        held.drawing = null;
      });
      try {
        await held.drawing;
      } finally {
        // Not before it is this one's turn: the next draw covers those waiting behind it, too.
        held.waiting -= 1;
        if (address !== null) held.asking.splice(held.asking.indexOf(address), 1);
      }
    }
  }

  knownRefusal(tenantId: string, limit: number, address: string | null): Refused | null {
    const held = this.#shareOf(tenantId);
    const share =
      address !== null && held.leased >= earlyTokens(limit) ? this.#addressIn(held, address) : null;
    if (share ? share.ready > 0 || hasUnused(held, share) : held.tokens > 0) return null;
    if (share?.isUsedUp) return refusedBy(held, 'address');
    return held.fullUntilMs > this.nowMs() ? refusedBy(held) : null;
  }

  async giveBack(tenantId: string, address: string | null = null): Promise<void> {
    const held = this.#shareOf(tenantId);
    if (held.used === 0) return;
    held.fullUntilMs = 0;
    held.used -= 1;
    const share = address === null ? undefined : held.addresses.get(address);
    if (share?.isLate) {
      share.ready += 1;
      return;
    }
    held.tokens += 1;
    if (share && share.unused < share.charged) share.unused += 1;
    const idle = Math.max(held.blocks, spareOf(held));
    const excess = held.tokens - idle;
    if (excess <= 0 || held.waiting > 0) return;
    held.tokens -= excess;
    const uncharged = Math.min(excess, share?.charged ?? 0);
    if (share) share.charged -= uncharged;
    if (share) share.unused = Math.max(0, share.unused - uncharged);
    await this.#return(held, excess, share ? new Map([[share, -uncharged]]) : none);
  }

  #shareOf(tenantId: string): Share {
    const { suffix, windowMs } = this.#counted;
    const name = `${tenantId}#${suffix}`;
    const { number, endMs } = clockWindow(name, windowMs, this.nowMs());
    const key = `${name}#${number}`;
    const known = this.#shares.get(key);
    if (known) return known;
    const fresh: Share = {
      ...{ key, endMs, tokens: 0, used: 0, blocks: 0, leased: 0, fullUntilMs: 0, waiting: 0 },
      ...{ asking: [], drawing: null, addresses: new Map(), seen: null },
    };
    if (this.#shares.size >= this.#forgetAt) this.#forgetPast();
    this.#shares.set(key, fresh);
    return fresh;
  }

  #addressIn(held: Share, address: string): AddressShare {
    const { addresses } = held;
    const known = addresses.get(address);
    if (known) return known;
    if (addresses.size === 0) this.#forgetAddresses(held);
    const fresh = freshAddress(address);
    addresses.set(address, fresh);
    return fresh;
  }

  /**
   * Of past minutes, only the tokens matter, in case the clock is set back. Their addresses, which may be many,
   * are dropped.
   */
  #forgetAddresses(begun: Share): void {
    const nowMs = this.nowMs();
    for (const { addresses } of this.#addressed.filter(({ endMs }) => endMs <= nowMs)) addresses.clear();
    this.#addressed = [...this.#addressed.filter(({ endMs }) => endMs > nowMs), begun];
  }

  #forgetPast(): void {
    for (const [key, { endMs }] of this.#shares) if (endMs <= this.nowMs()) this.#shares.delete(key);
    // Not looked through again for each of thousands that are all of this minute.
    this.#forgetAt = Math.max(rememberedShares, 2 * this.#shares.size);
  }

  /** One draw for all that wait; those who still have no token after it draw again. */
  async #draw(limit: number, held: Share): Promise<void> {
    const asking =
      held.leased >= earlyTokens(limit) ? [] : held.asking.map((address) => this.#addressIn(held, address));
    const most = asking.length > 0 ? earlyTokens(limit) : limit;
    const waiting = held.waiting - held.asking.length + asking.length;
    const first = { tokens: blockOf(limit), most: firstTokens(limit) };
    // A minute that was used up is asked for again: others may have given tokens back.
    let tokens = Math.min(most === limit ? limit : most - held.leased, waiting + spareOf(held));
    const isFirst = tokens < first.tokens && held.leased + first.tokens <= first.most;
    if (isFirst) {
      if (await this.#take(held, { ...first, asking })) {
        held.blocks += first.tokens;
        return;
      }
      tokens = Math.min(most - held.leased, tokens);
    }
    while (tokens > 0) {
      if (await this.#take(held, { tokens, most, asking })) return;
      tokens = Math.min(most - held.leased, tokens - 1);
    }
    if (most === limit) held.fullUntilMs = Math.min(held.endMs, this.nowMs() + fullForMs);
  }

  /** Draws tokens for this process while no more than `most` are drawn with them; false when there is no room. */
  async #take(
    held: Share,
    { tokens, most, asking }: { tokens: number; most: number; asking: readonly AddressShare[] },
  ): Promise<boolean> {
    const charges = chargesOf(asking, tokens);
    const { adds, values } = countIn(charges);
    const { done, item } = await this.tryUpdate(held.key, {
      UpdateExpression: `ADD leased :tokens${adds} SET expiresAt = :expires`,
      ConditionExpression: 'attribute_not_exists(leased) OR leased <= :room',
      ExpressionAttributeValues: {
        ...values,
        ':tokens': tokens,
        ':room': most - tokens,
        ':expires': expiresAtOf(held),
      },
      ReturnValues: 'UPDATED_NEW',
    });
    held.leased = leasedIn(item, held, done);
    if (!done) held.seen = item;
    if (done)
      for (const [share, count] of charges) {
        share.charged += count;
        share.unused += count;
      }
    if (done) held.tokens += tokens;
    return done;
  }

  /** A token of what its address has; null when it must be looked at again. */
  async #takeOfShare(held: Share, limit: number, share: AddressShare): Promise<Taken | null> {
    share.isLate = true;
    if (share.ready > 0) {
      share.ready -= 1;
      held.used += 1;
      return { ok: true };
    }
    if (share.isUsedUp) return refusedBy(held, 'address');
    if (held.fullUntilMs > this.nowMs()) return refusedBy(held);
    share.waiting += 1;
    share.drawing ??= this.#drawShare(held, limit, share).finally(() => {
      share.drawing = null;
    });
    try {
      await share.drawing;
    } finally {
      share.waiting -= 1;
    }
    return null;
  }

  /** Charges an address for those of it that wait, with tokens that are held or drawn with the same write. */
  async #drawShare(held: Share, limit: number, share: AddressShare): Promise<void> {
    const room = () =>
      held.seen ? roomOf(held.seen, { limit, held: held.tokens, counters: share.counters }) : Infinity;
    for (let count = Math.min(share.waiting, room()); count > 0; count = Math.min(count - 1, room()))
      if (await this.#charge(held, limit, share, count)) return;
    if (held.leased >= limit && held.tokens === 0)
      held.fullUntilMs = Math.min(held.endMs, this.nowMs() + fullForMs);
    else share.isUsedUp = true;
  }

  async #charge(held: Share, limit: number, share: AddressShare, count: number): Promise<boolean> {
    const own = Math.min(held.tokens, count);
    // Not available to others while the write is pending.
    held.tokens -= own;
    const drawn = count - own;
    const { condition, values } = shareCondition(limit, share.counters, { count, drawn });
    const counted = countIn(new Map([[share, count]]), 'late');
    const giveUp = (error: unknown) => {
      held.tokens += own;
      throw error;
    };
    const { done, item } = await this.tryUpdate(held.key, {
      UpdateExpression: `ADD leased :tokens${counted.adds} SET expiresAt = :expires`,
      ConditionExpression: condition,
      ExpressionAttributeValues: {
        ...values,
        ...counted.values,
        ':tokens': drawn,
        ':expires': expiresAtOf(held),
      },
      ReturnValues: 'UPDATED_NEW',
    }).catch(giveUp);
    held.leased = leasedIn(item, held, done);
    if (done) share.ready += count;
    else held.tokens += own;
    if (!done) held.seen = item;
    return done;
  }

  /** Never more than was drawn: one whose answer is lost is not sent again. */
  async #return(held: Share, tokens: number, uncharged: Charges): Promise<void> {
    const { adds, values } = countIn(uncharged);
    const update = new UpdateCommand({
      TableName: this.tableName,
      Key: { pk: held.key },
      UpdateExpression: `ADD leased :back${adds}`,
      ConditionExpression: 'leased >= :tokens',
      ExpressionAttributeValues: { ...values, ':back': -tokens, ':tokens': tokens },
    });
    await isWritten(this.#once().send(update));
  }
}

/** One of the consecutive windows, the same for all clocks with the same time. */
interface ClockWindow {
  /** The number of requests before it. */
  readonly number: number;
  readonly endMs: number;
}

/** The window that a name is counted in now; each name's begin at another moment, or all would be drawn from at once. */
export function clockWindow(name: string, windowMs: number, nowMs: number): ClockWindow {
  const phaseMs = crc32(name) % windowMs;
  const number = Math.floor((nowMs - phaseMs) / windowMs);
  return { number, endMs: (number + 1) * windowMs + phaseMs };
}

const firstTokens = (limit: number) => Math.max(1, Math.floor(limit / fortieth));
const blockOf = (limit: number) => Math.max(1, Math.floor(firstTokens(limit) / firstBlocks));
const spareOf = ({ used }: Share) => Math.floor(used / fortieth);
const expiresAtOf = ({ endMs }: Share) => Math.ceil((endMs + keptMs) / 1000);

/** An update may leave out what it has not changed. */
const leasedIn = (item: Item, held: Share, done: boolean) => Number(item.leased ?? (done ? held.leased : 0));

/** Whether an address has an unused token here that it is already charged for. */
const hasUnused = ({ tokens }: Share, share: AddressShare | undefined) =>
  tokens > 0 && share !== undefined && share.unused > 0;

const freshAddress = (address: string): AddressShare => ({
  counters: countersOf(address),
  ...{ charged: 0, unused: 0, ready: 0, waiting: 0, drawing: null, isLate: false, isUsedUp: false },
});

/** The part of a window's tokens without limits per address; the rest, and each address in total, has shares. */
const early = 4 / 5;
/** Part of what is left that one address may have behind them. */
const ofWhatIsLeft = 1 / 5;
/** But so much of the limit in any case: one in twenty tokens may lie idle, drawn and not used, and is left, too. */
const atLeast = 1 / 100;
/** The rest is checked in steps, since a condition can't divide. */
const steps = 10;

/**
 * The counters of an address in a window's item (a count-min sketch). In each of three rows it shares one with a
 * few other addresses, in all three hardly with any, so their minimum is its count. The item stays below a
 * kilobyte and a write costs one unit, however many addresses there are.
 */
interface Counters {
  /** Its count in the whole window. */
  readonly inAll: readonly string[];
  /** Its count since the window was 80 % used. */
  readonly late: readonly string[];
}

/** @param address its salted hash */
function countersOf(address: string): Counters {
  const digest = hash('sha256', address, 'buffer');
  const named = (rows: string, from: number, most: number) =>
    [...rows].map((row, n) => row + ((digest[from + n] ?? 0) % most).toString(36));
  return { inAll: named('abc', 0, 16), late: named('xyz', 3, 32) };
}

/** Tokens of a window that are no address's share yet; addresses have shares of the rest. @see design 2.4 "A share per address" */
const earlyTokens = (limit: number): number => Math.max(1, Math.floor(limit * early));

/**
 * Returns how many more tokens an address may have in a window, according to its item, including those drawn and
 * held here.
 */
function roomOf(
  item: Item,
  { limit, held, counters }: { readonly limit: number; readonly held: number; readonly counters: Counters },
): number {
  const leased = Number(item.leased ?? 0);
  const had = (names: readonly string[]) => Math.min(...names.map((name) => Number(item[name] ?? 0)));
  const share = stepsOf(limit).find(({ upTo }) => leased <= upTo)?.most ?? 0;
  return Math.min(
    limit - leased + held,
    Math.max(share - had(counters.late), earlyTokens(limit) - leased),
    earlyTokens(limit) - had(counters.inAll),
  );
}

/** The condition on the item for an address to get `count` more tokens, of which `drawn` aren't held yet. */
function shareCondition(
  limit: number,
  { inAll, late }: Counters,
  { count, drawn }: { readonly count: number; readonly drawn: number },
): { readonly condition: string; readonly values: Item } {
  const taken = stepsOf(limit).filter(({ most }) => most >= count);
  const values = {
    ...{ ':room': limit - drawn, ':early': earlyTokens(limit) - drawn, ':inAll': earlyTokens(limit) - count },
    ...Object.fromEntries(
      taken.flatMap(({ upTo, most }, n) => [
        [`:upTo${n}`, upTo],
        [`:most${n}`, most - count],
      ]),
    ),
  };
  const share = [
    'leased <= :early',
    ...taken.map((_, n) => `(leased <= :upTo${n} AND (${someAtMost(late, `:most${n}`)}))`),
  ];
  const all = `leased <= :room AND (${share.join(' OR ')}) AND (${someAtMost(inAll, ':inAll')})`;
  return { condition: `attribute_not_exists(leased) OR (${all})`, values };
}

const someAtMost = (names: readonly string[], value: string) =>
  names.map((name) => `attribute_not_exists(${name}) OR ${name} <= ${value}`).join(' OR ');

/** The maximum per address while at most `upTo` tokens are drawn. */
function stepsOf(limit: number): readonly { readonly upTo: number; readonly most: number }[] {
  const first = earlyTokens(limit);
  return Array.from({ length: steps }, (_, n) => {
    const upTo = first + Math.ceil(((limit - first) * (n + 1)) / steps);
    const most = Math.floor(Math.max((limit - upTo) * ofWhatIsLeft, limit * atLeast));
    return { upTo, most: Math.max(1, most) };
  });
}

/** The tokens charged to each address. */
type Charges = ReadonlyMap<AddressShare, number>;
const none: Charges = new Map();

/** One for each request; the rest of the draw goes to the first. */
function chargesOf(asking: readonly AddressShare[], tokens: number): Charges {
  const charges = new Map<AddressShare, number>();
  const charge = (share: AddressShare, count: number) =>
    charges.set(share, (charges.get(share) ?? 0) + count);
  for (const share of asking.slice(0, tokens)) charge(share, 1);
  const [first] = asking;
  if (first && tokens > asking.length) charge(first, tokens - asking.length);
  return charges;
}

/** The increments of the addresses' counters; two addresses may share one. */
function countIn(charges: Charges, which?: 'late'): { readonly adds: string; readonly values: Item } {
  const counts = new Map<string, number>();
  for (const [{ counters }, count] of charges)
    for (const name of [...counters.inAll, ...(which ? counters.late : [])])
      counts.set(name, (counts.get(name) ?? 0) + count);
  const added = [...counts].filter(([, count]) => count !== 0);
  return {
    adds: added.map(([name]) => `, ${name} :${name}`).join(''),
    values: Object.fromEntries(added.map(([name, count]) => [`:${name}`, count])),
  };
}

const refusedBy = ({ endMs }: Share, of?: 'address'): Refused => ({
  ...{ ok: false, retryAtMs: endMs },
  ...(of && { of }),
});
