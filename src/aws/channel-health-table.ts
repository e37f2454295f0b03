import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { ChannelHealth, ChannelHealthNotes } from '../ports/channel-health.ts';
import type { AccountRef } from '../ports/send-pacing.ts';
import { KeyedTable } from './items.ts';

const notedMost = 5_000;
const dayS = 24 * 60 * 60;

/** One item an account in the rate-limits table, written once a minute at most by each process and by all together. */
export class ChannelHealthTable implements ChannelHealthNotes {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;
  readonly #notedAtMs = new Map<string, number>();

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.rateLimits.name);
    this.#nowMs = nowMs;
  }

  async noteAccepted(account: AccountRef, keptDays: number): Promise<void> {
    await this.#note(account, keptDays, 'acceptedAtMs', 'SET acceptedAtMs = :now, expiresAt = :expires', {});
  }

  async noteRefused(account: AccountRef, keptDays: number, reason: string): Promise<void> {
    const update = 'SET refusedAtMs = :now, refusedFor = :reason, expiresAt = :expires';
    await this.#note(account, keptDays, 'refusedAtMs', update, { ':reason': reason });
  }

  async find(account: AccountRef): Promise<ChannelHealth> {
    const { acceptedAtMs, refusedAtMs, refusedFor } = (await this.#table.find(keyOf(account))) ?? {};
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
    const nowMs = this.#nowMs();
    const sinceMs = nowMs - limits.noteMs;
    const noted = `${kind} ${keyOf(account)}`;
    if ((this.#notedAtMs.get(noted) ?? 0) > sinceMs) return;
    if (this.#notedAtMs.size >= notedMost) this.#notedAtMs.clear();
    this.#notedAtMs.set(noted, nowMs);
    await this.#table.tryUpdate(keyOf(account), {
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

const keyOf = ({ tenantId, channel, accountId }: AccountRef) => `${tenantId}#health#${channel}#${accountId}`;
