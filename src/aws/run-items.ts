import { createHash } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { type RunHandoff, type RunState, runLimits } from '../contract/runs.ts';
import { tables } from '../contract/tables.ts';
import { replyOfPart } from '../domain/delivery-status.ts';
import { slotOf } from '../domain/runs/cells.ts';
import type { VisitorName } from '../ports/people.ts';
import type { CountedRun, KeptHandoff, KeptRun, Mark, RunName } from '../ports/runs.ts';
import { visitorKey } from './conversations-table.ts';
import { DynamoTable, packJson, unpackJson } from './items.ts';
import { VisitorMarks } from './people-table.ts';

const minuteMs = 60_000;
const dayS = 24 * 60 * 60;

/** Returns the partition of a conversation's runs. */
export function shardOf(conversationId: string): number {
  return (createHash('sha256').update(conversationId).digest()[0] ?? 0) % runLimits.runShards;
}

const pkOf = ({ tenantId, conversationId }: Pick<RunName, 'tenantId' | 'conversationId'>) =>
  `${tenantId}#${conversationId}`;
const skOf = (runId: string) => `run#${runId}`;

/** Key of a run. */
export const runKey = (name: RunName) => ({ pk: pkOf(name), sk: skOf(name.runId) });
/** Key of one of its handoffs. */
export const handoffKey = (name: RunName, handoffId: string) => ({
  pk: pkOf(name),
  sk: `${skOf(name.runId)}#h#${handoffId}`,
});

/** The run that a key names; a tenant's id holds no `#`. */
export function nameIn({ pk, sk }: Record<string, unknown>): RunName {
  const [tenantId = '', conversationId = ''] = String(pk).split(/#(.*)/s);
  return { tenantId, conversationId, runId: String(sk).split('#')[1] ?? '' };
}

/** Partition of a quarter of an hour. */
export const slotKey = (tenantId: string, timeMs: number, shard: number) =>
  `${tenantId}#${new Date(slotOf(timeMs)).toISOString()}#${shard}`;

/** The index attributes of a run; absent ones are removed. */
export function runIndexKeys({ tenantId, conversationId, channel, run }: CountedRun) {
  const shard = shardOf(conversationId);
  const isOpen = run.outcome === undefined;
  const flow = run.flows[0] ?? run.flow;
  return {
    recent: `${tenantId}#${shard}`,
    recentAt: Math.floor(run.lastActivityMs / minuteMs) * minuteMs,
    open: isOpen ? `${tenantId}#${run.status}#${shard}` : undefined,
    flow: `${tenantId}#${flow.id}#${shard}`,
    place: run.place === undefined ? undefined : `${tenantId}#${channel}#${run.place}#${shard}`,
    visitor: visitorKey({ tenantId, channel, userId: run.userId }),
    slot: slotKey(tenantId, run.startedAtMs, shard),
    startedAt: run.startedAtMs,
  };
}

/** The expiry of its log. */
export function expiresAtOf({
  lastActivityMs,
  retentionDays,
}: Pick<RunState, 'lastActivityMs' | 'retentionDays'>) {
  return Math.ceil(lastActivityMs / 1000) + (retentionDays + limits.conversationGraceDays) * dayS;
}

/** The packed content of a run's item. */
export const packRun = ({ channel, run }: Pick<CountedRun, 'channel' | 'run'>) =>
  packJson({ ...run, channel });
/** The packed content of a handoff's item. */
export function packHandoff({ channel, run }: CountedRun, handoff: RunHandoff) {
  const { id, version } = run.flows[0] ?? run.flow;
  return packJson({ channel, place: run.place ?? null, flow: { id, version }, handoff });
}

/** A stored run. */
export function runOf(item: Record<string, unknown>): KeptRun {
  const { channel, visitor, ...run } = unpackJson(item.run) as RunState &
    Pick<CountedRun, 'channel'> & { readonly visitor?: string };
  const { tenantId, conversationId } = nameIn(item);
  const { undelivered: lost } = item;
  const undelivered = lost instanceof Set ? new Set([...lost].map(replyOfPart)).size : Number(lost ?? 0);
  const { recontactedAt } = item;
  return {
    ...{ tenantId, conversationId, channel, run, undelivered },
    recontactedAtMs: typeof recontactedAt === 'number' ? recontactedAt : null,
    erasedVisitor: visitor ?? null,
  };
}

/** A stored handoff. */
export function handoffOfItem(item: Record<string, unknown>): KeptHandoff {
  const handoff = unpackJson(item.handoff) as Omit<KeptHandoff, keyof RunName>;
  return { ...nameIn(item), ...handoff };
}

/** Partition of one of them. */
export const markPk = (shard: number) => `dirty#${shard}`;

/** Key of the mark of a tenant's quarter of an hour. */
export function markKey(tenantId: string, slotMs: number) {
  const sk = `${tenantId}#${new Date(slotMs).toISOString()}`;
  const shard = (createHash('sha256').update(sk).digest()[0] ?? 0) % runLimits.markShards;
  return { pk: markPk(shard), sk };
}

/** A stored mark. */
export function markOf({ sk, n, markedAt }: Record<string, unknown>): Mark {
  const [tenantId = '', slot = ''] = String(sk).split('#');
  return { tenantId, slotMs: Date.parse(slot), count: Number(n), atMs: Number(markedAt) };
}

/** The table of runs, with the marks of its hours and visitors. */
export abstract class RunItems extends DynamoTable {
  protected readonly table = tables.runs;
  readonly #visitorMarks = new VisitorMarks(this.dynamodb, this.prefix);

  /** An anonymous mark of a visitor. */
  visitorMark(visitor: VisitorName): Promise<string> {
    return this.#visitorMarks.of(visitor);
  }

  /** Marks quarters of an hour to be counted again. */
  async mark(tenantId: string, slots: readonly number[]): Promise<void> {
    await Promise.all(
      slots.map((slot) =>
        this.updateItem(markKey(tenantId, slot), {
          UpdateExpression: 'SET markedAt = :now ADD n :one',
          ExpressionAttributeValues: { ':now': this.nowMs(), ':one': 1 },
        }),
      ),
    );
  }
}
