import { runLimits } from '../contract/runs.ts';
import { indexNames, tables } from '../contract/tables.ts';
import type { KeptRun, RunList, RunListQuery, RunName, RunPosition } from '../ports/runs.ts';
import { visitorKey } from './conversations-table.ts';
import { DynamoTable } from './items.ts';
import { nameIn, runKey, runOf } from './run-items.ts';

/** Each index with its partition's attribute and what it is sorted by. */
const indexes = {
  recent: { name: indexNames.recent, sort: 'recentAt' },
  open: { name: indexNames.open, sort: 'startedAt' },
  flow: { name: indexNames.byFlow, sort: 'startedAt' },
  place: { name: indexNames.byPlace, sort: 'startedAt' },
  visitor: { name: indexNames.byUser, sort: 'startedAt' },
} as const;

/** The indexes over runs, and the runs that they lead to. @see handoff.md 6.2 */
export class RunListTable extends DynamoTable implements RunList {
  protected readonly table = tables.runs;

  partitions({ by }: RunListQuery): number {
    return by.index === 'visitor' ? 1 : runLimits.runShards;
  }

  async names(query: RunListQuery, partition: number, after: RunPosition, limit: number) {
    const { name: IndexName, sort } = indexes[query.by.index];
    const { index } = query.by;
    if (after === 'end') return { found: [], isLast: true };
    const key = partitionKey(query, partition);
    const { items, next } = await this.queryPage({
      IndexName,
      KeyConditionExpression: '#key = :key AND #sort BETWEEN :from AND :until',
      ExpressionAttributeNames: { '#key': index, '#sort': sort },
      ExpressionAttributeValues: { ':key': key, ':from': query.fromMs, ':until': query.untilMs },
      ScanIndexForward: false,
      Limit: limit,
      ...(after && {
        ExclusiveStartKey: {
          ...runKey({ tenantId: query.tenantId, ...after.name }),
          ...{ [index]: key, [sort]: after.at },
        },
      }),
    });
    const found = items.map((item) => ({ name: nameIn(item), at: Number(item[sort]) }));
    return { found, isLast: next === null };
  }

  async read(names: readonly RunName[]): Promise<readonly KeptRun[]> {
    const items = await this.getItems(names.map(runKey), 'lately');
    return items.filter(({ run, erasedAt }) => run !== undefined && erasedAt === undefined).map(runOf);
  }
}

function partitionKey({ tenantId, by }: RunListQuery, partition: number): string {
  switch (by.index) {
    case 'recent':
      return `${tenantId}#${partition}`;
    case 'open':
      return `${tenantId}#${by.status}#${partition}`;
    case 'flow':
      return `${tenantId}#${by.flow}#${partition}`;
    case 'place':
      return `${tenantId}#${by.channel}#${by.place}#${partition}`;
    case 'visitor':
      return visitorKey({ tenantId, channel: by.channel, userId: by.userId });
  }
}
