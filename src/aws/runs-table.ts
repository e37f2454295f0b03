import { indexNames } from '../contract/tables.ts';
import type { CountedRun, RunName, RunStore } from '../ports/runs.ts';
import { type Item, setting, type Update, unlessRefused } from './items.ts';
import {
  expiresAtOf,
  handoffKey,
  nameIn,
  packHandoff,
  packRun,
  RunItems,
  runIndexKeys,
  runKey,
  shardOf,
  slotKey,
} from './run-items.ts';

/** No later state is known, and the visitor is not erased. The same once more is written again: its writer may have died. */
const isLatest = '(attribute_not_exists(v) OR v <= :v) AND attribute_not_exists(erasedAt)';

const hourMs = 60 * 60_000;

/** How long a claim of a count is kept, in seconds. */
const claimKeptS = 24 * 60 * 60;

/** The runs from the bus, in DynamoDB. @see handoff.md 6.2 */
export class RunsTable extends RunItems implements RunStore {
  async merge(reported: CountedRun): Promise<{ isNew: boolean; isSighting: boolean }> {
    const { tenantId, conversationId, run } = reported;
    const name = { tenantId, conversationId, runId: run.id };
    const expiresAt = expiresAtOf(run);
    const keys = runIndexKeys(reported);
    const before = await this.#set(runKey(name), run.v, { run: packRun(reported), expiresAt, ...keys });
    if (before === null) return { isNew: false, isSighting: false };
    await Promise.all(
      (run.handoffs ?? []).map((handoff) =>
        this.#set(handoffKey(name, handoff.id), run.v, {
          handoff: packHandoff(reported, handoff),
          slot: slotKey(tenantId, handoff.requestedAtMs, shardOf(conversationId)),
          expiresAt,
        }),
      ),
    );
    const isNew = !('v' in before);
    const hourOf = ({ recentAt }: Item) => Math.floor(Number(recentAt) / hourMs);
    const isSighting = isNew || before.visitor !== keys.visitor || hourOf(before) !== hourOf(keys);
    return { isNew, isSighting };
  }

  /** @returns what was there; null where the condition does not hold */
  #set(key: Item, v: number, attributes: Item): Promise<Item | null> {
    const update = setting({ ...attributes, v });
    return this.#update(key, { ...update, ConditionExpression: isLatest, ReturnValues: 'ALL_OLD' });
  }

  async neighbours({ tenantId, conversationId, channel, run }: CountedRun) {
    const { visitor } = runIndexKeys({ tenantId, conversationId, channel, run });
    const found = await Promise.all(
      [false, true].map((forwards) => this.#neighbour(visitor, run.startedAtMs, forwards)),
    );
    return found.flat().filter(({ name }) => name.runId !== run.id);
  }

  async #neighbour(visitor: string, startedAtMs: number, forwards: boolean) {
    const { items } = await this.queryPage({
      IndexName: indexNames.byUser,
      KeyConditionExpression: `visitor = :visitor AND startedAt ${forwards ? '>=' : '<='} :at`,
      ExpressionAttributeValues: { ':visitor': visitor, ':at': startedAtMs },
      ScanIndexForward: forwards,
      // Itself, and the one beside it.
      Limit: 2,
    });
    return items.map(({ startedAt, ...key }) => ({ name: nameIn(key), startedAtMs: Number(startedAt) }));
  }

  noteRecontact(name: RunName, atMs: number): Promise<number | null> {
    return this.#note(name, {
      UpdateExpression: 'SET recontactedAt = :at',
      ConditionExpression:
        'attribute_exists(v) AND attribute_not_exists(erasedAt) AND (attribute_not_exists(recontactedAt) OR recontactedAt > :at)',
      ExpressionAttributeValues: { ':at': atMs },
    });
  }

  noteUndelivered(name: RunName, { part, expiresAtS }: Parameters<RunStore['noteUndelivered']>[1]) {
    return this.#note(name, {
      // A run that is reported later sets its own expiry; an expired one is not reported again.
      UpdateExpression: 'SET expiresAt = if_not_exists(expiresAt, :expires) ADD undelivered :part',
      ConditionExpression: 'attribute_not_exists(erasedAt)',
      ExpressionAttributeValues: { ':part': new Set([part]), ':expires': expiresAtS },
    });
  }

  noteArrived(name: RunName, part: string): Promise<number | null> {
    return this.#note(name, {
      UpdateExpression: 'DELETE undelivered :part',
      ConditionExpression: 'contains(undelivered, :one)',
      ExpressionAttributeValues: { ':part': new Set([part]), ':one': part },
    });
  }

  async #note(name: RunName, update: Update): Promise<number | null> {
    const { startedAt } = (await this.#update(runKey(name), { ...update, ReturnValues: 'ALL_NEW' })) ?? {};
    return typeof startedAt === 'number' ? startedAt : null;
  }

  #update(key: Item, update: Update): Promise<Item | null> {
    return unlessRefused(this.updateItem(key, update));
  }

  async claimCount(tenantId: string, hourMs: number, spanStartMs: number): Promise<boolean> {
    const claimed = await this.#update(
      { pk: `counted#${tenantId}`, sk: new Date(hourMs).toISOString() },
      {
        UpdateExpression: 'SET spanAt = :span, expiresAt = :expires',
        ConditionExpression: 'attribute_not_exists(spanAt) OR spanAt < :span',
        ExpressionAttributeValues: {
          ':span': spanStartMs,
          ':expires': Math.floor(spanStartMs / 1000) + claimKeptS,
        },
      },
    );
    return claimed !== null;
  }
}
