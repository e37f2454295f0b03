import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { AccountRef, ChannelHealth, ChannelHealthNotes } from '../ports/deliveries.ts';
import type { CenterArrivals, CenterLink, CenterLinks, HandoffName } from '../ports/handoff.ts';
import { DynamoTable, packJson, unpackJson } from './items.ts';

type Kind = 'center' | 'center-arrivals';

/** Links and arrivals in the dedup table: two items, since two queues write them. */
export class CenterLinksTable extends DynamoTable implements CenterLinks {
  protected readonly table = tables.dedup;

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
    const item = await this.getPresent(keyOf(kind, name));
    return item && (unpackJson(item.link) as T);
  }

  #save(kind: Kind, next: CenterLink | CenterArrivals, keptMs: number): Promise<void> {
    const expiresAt = Math.ceil((this.nowMs() + keptMs) / 1000);
    const { version } = next;
    return this.putVersion({ pk: keyOf(kind, next), link: packJson(next), version, expiresAt });
  }
}

const keyOf = (kind: Kind, { tenantId, handoffId }: HandoffName) => `${tenantId}#${kind}#${handoffId}`;

const notedMost = 5_000;
const dayS = 24 * 60 * 60;

/** One item an account in the rate-limits table, written once a minute at most by each process and by all together. */
export class ChannelHealthTable extends DynamoTable implements ChannelHealthNotes {
  protected readonly table = tables.rateLimits;
  readonly #notedAtMs = new Map<string, number>();

  async noteAccepted(account: AccountRef, keptDays: number): Promise<void> {
    await this.#note(account, keptDays, 'acceptedAtMs', 'SET acceptedAtMs = :now, expiresAt = :expires', {});
  }

  async noteRefused(account: AccountRef, keptDays: number, reason: string): Promise<void> {
    const update = 'SET refusedAtMs = :now, refusedFor = :reason, expiresAt = :expires';
    await this.#note(account, keptDays, 'refusedAtMs', update, { ':reason': reason });
  }

  async find(account: AccountRef): Promise<ChannelHealth> {
    const { acceptedAtMs, refusedAtMs, refusedFor } =
      (await this.getItem(channelHealthTableKeyOf(account))) ?? {};
    return {
      acceptedAtMs: typeof acceptedAtMs === 'number' ? acceptedAtMs : null,
      refused: typeof refusedAtMs === 'number' ? { atMs: refusedAtMs, reason: String(refusedFor) } : null,
    };
  }

  async #note(
    account: AccountRef,
    keptDays: number,
    kind: 'acceptedAtMs' | 'refusedAtMs',
    UpdateExpression: string,
    values: Readonly<Record<string, string>>,
  ): Promise<void> {
    const nowMs = this.nowMs();
    const sinceMs = nowMs - limits.noteMs;
    const noted = `${kind} ${channelHealthTableKeyOf(account)}`;
    if ((this.#notedAtMs.get(noted) ?? 0) > sinceMs) return;
    if (this.#notedAtMs.size >= notedMost) this.#notedAtMs.clear();
    this.#notedAtMs.set(noted, nowMs);
    await this.tryUpdate(channelHealthTableKeyOf(account), {
      UpdateExpression,
      ConditionExpression: `attribute_not_exists(${kind}) OR ${kind} <= :since`,
      ExpressionAttributeValues: {
        ...values,
        ':now': nowMs,
        ':since': sinceMs,
        ':expires': Math.ceil(nowMs / 1000) + keptDays * dayS,
      },
    });
  }
}

const channelHealthTableKeyOf = ({ tenantId, channel, accountId }: AccountRef) =>
  `${tenantId}#health#${channel}#${accountId}`;
