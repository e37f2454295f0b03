import { randomUUID } from 'node:crypto';
import { runLimits } from '../contract/runs.ts';
import type { Cell } from '../domain/runs/cells.ts';
import type { CountRow, PartName } from '../ports/runs.ts';
import { type Condition, equals, isNew, packJson, unpackJson } from './items.ts';
import { RunItems } from './run-items.ts';

const dayS = 24 * 60 * 60;

/** Partition of what is counted of a tenant. */
export const figuresPk = (tenantId: string) => `${tenantId}#figures`;
const hourSk = (startMs: number) => `hour#${new Date(startMs).toISOString()}`;
const daySk = (date: string) => `day#${date}`;
const partKey = ({ tenantId, startMs, startedAtMs, page }: PartName) => ({
  pk: figuresPk(tenantId),
  sk: `part#${new Date(startMs).toISOString()}#${startedAtMs}#${page}`,
});

/** Counts by hour and day, one packed item each. @see handoff.md 6.3 */
export class CountRows extends RunItems {
  async hours(tenantId: string, fromMs: number, untilMs: number): Promise<ReadonlyMap<number, CountRow>> {
    const rows = await this.#rows(tenantId, hourSk(fromMs), hourSk(untilMs - 1));
    return new Map(rows.map(({ sk, ...row }) => [Date.parse(sk.slice('hour#'.length)), row]));
  }

  async days(tenantId: string, from: string, to: string): Promise<ReadonlyMap<string, CountRow>> {
    const rows = await this.#rows(tenantId, daySk(from), daySk(to));
    return new Map(rows.map(({ sk, ...row }) => [sk.slice('day#'.length), row]));
  }

  async #rows(tenantId: string, from: string, to: string): Promise<(CountRow & { readonly sk: string })[]> {
    const items = await this.queryItems({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      // A day is made of hours that were written a moment ago.
      ConsistentRead: true,
      ExpressionAttributeValues: { ':pk': figuresPk(tenantId), ':from': from, ':to': to },
    });
    return items.map(({ sk, cells, readStartedAt, countedBy, revision }) => ({
      sk: String(sk),
      cells: unpackJson(cells) as readonly Cell[],
      readStartedAtMs: Number(readStartedAt),
      countedBy: Number(countedBy),
      revision: String(revision),
    }));
  }

  async putHour(tenantId: string, startMs: number, row: CountRow): Promise<void> {
    // Two that began to read in one millisecond leave the mark of what only one of them has seen.
    await this.#put({ tenantId, sk: hourSk(startMs), atMs: startMs }, row, {
      ConditionExpression: 'attribute_not_exists(readStartedAt) OR readStartedAt <= :started',
      ExpressionAttributeValues: { ':started': row.readStartedAtMs },
    });
  }

  putDay(tenantId: string, date: string, row: CountRow, over: CountRow | undefined): Promise<boolean> {
    const condition = over ? equals('revision', over.revision) : isNew;
    return this.#put({ tenantId, sk: daySk(date), atMs: Date.parse(date) }, row, condition);
  }

  /** @returns whether its condition held */
  async #put(
    { tenantId, sk, atMs }: { readonly tenantId: string; readonly sk: string; readonly atMs: number },
    { cells, readStartedAtMs, countedBy }: CountRow,
    condition: Condition,
  ): Promise<boolean> {
    return this.putItem(
      {
        ...{ pk: figuresPk(tenantId), sk, cells: packJson(cells), readStartedAt: readStartedAtMs },
        countedBy,
        revision: randomUUID(),
        expiresAt: Math.floor(atMs / 1000) + runLimits.figuresKeptDays * dayS,
      },
      condition,
    );
  }

  async putPart(part: PartName, cells: readonly Cell[]): Promise<void> {
    const expiresAt = Math.floor(part.startedAtMs / 1000) + dayS;
    const Item = { ...partKey(part), cells: packJson(cells), expiresAt };
    await this.putItem(Item);
  }

  async findPart(part: PartName): Promise<readonly Cell[] | null> {
    const Item = await this.getItem(partKey(part));
    return Item ? (unpackJson(Item.cells) as readonly Cell[]) : null;
  }

  async dropHour(tenantId: string, startMs: number): Promise<void> {
    await this.deleteItem({ pk: figuresPk(tenantId), sk: hourSk(startMs) });
  }
}
