import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { AnsweringTeam, AnsweringTeams } from '../ports/runs.ts';
import { DynamoTable, isWritten } from './items.ts';

const hourMs = 60 * 60_000;
const tenantsMost = 1_000;

/** One item a tenant in the rate-limits table, written once an hour at most, and read from memory for some minutes. */
export class AnsweringTeamsTable extends DynamoTable implements AnsweringTeams {
  protected readonly table = tables.rateLimits;
  readonly #known = new Map<string, { readonly readAtMs: number; readonly team: AnsweringTeam | null }>();

  claim(tenantId: string): Promise<boolean> {
    const nowMs = this.nowMs();
    const claimed = this.updateItem(keyOf(tenantId), {
      UpdateExpression: 'SET computedAtMs = :now, expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(pk) OR computedAtMs <= :before',
      ExpressionAttributeValues: {
        ':now': nowMs,
        ':before': nowMs - hourMs,
        ':expires': Math.ceil((nowMs + limits.replyTimeDays * 24 * hourMs) / 1000),
      },
    });
    return isWritten(claimed);
  }

  async save(tenantId: string, { replyMs, initials }: AnsweringTeam): Promise<void> {
    await this.updateItem(keyOf(tenantId), {
      UpdateExpression: 'SET replyMs = :reply, initials = :initials',
      ExpressionAttributeValues: { ':reply': replyMs, ':initials': initials },
    });
  }

  async find(tenantId: string): Promise<AnsweringTeam | null> {
    const nowMs = this.nowMs();
    const known = this.#known.get(tenantId);
    if (known && known.readAtMs > nowMs - limits.widgetSettingsCacheS * 1000) return known.team;
    const item = await this.getItem(keyOf(tenantId), 'lately');
    const isOver = Number(item?.expiresAt) * 1000 <= nowMs;
    const team = item?.initials && !isOver ? readTeam(item) : null;
    if (this.#known.size >= tenantsMost) this.#known.clear();
    this.#known.set(tenantId, { readAtMs: nowMs, team });
    return team;
  }
}

const keyOf = (tenantId: string) => `${tenantId}#answering`;

function readTeam({ replyMs, initials }: Readonly<Record<string, unknown>>): AnsweringTeam {
  return {
    replyMs: typeof replyMs === 'number' ? replyMs : null,
    initials: Array.isArray(initials) ? initials.map(String) : [],
  };
}
