import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type Table, tables } from '../../../src/contract/tables.ts';
import type { TableKey } from '../../data.ts';
import { type AlarmRule, everyFive } from './add-alarm.ts';

/** DynamoDB refuses reads or writes of a table, or of one of its indexes, which holds up the table's own writes. */
export function tableRules(deployed: Readonly<Record<TableKey, TableV2>>): AlarmRule[] {
  return Object.entries(deployed).flatMap(([key, table]) => {
    const { name, indexes = [] }: Table = tables[key as TableKey];
    const ofIndexes = indexes.map((index) => throttleRule(table, `${name}-${index.name}`, index.name));
    return [throttleRule(table, name), ...ofIndexes];
  });
}

function throttleRule(table: TableV2, id: string, index?: string): AlarmRule {
  const metric = (metricName: string) =>
    new Metric({
      namespace: 'AWS/DynamoDB',
      metricName,
      dimensionsMap: { TableName: table.tableName, ...(index && { GlobalSecondaryIndexName: index }) },
      statistic: 'Sum',
      ...everyFive,
    });
  return {
    id: `${id}-throttled`,
    metric: new MathExpression({
      expression: 'FILL(reads, 0) + FILL(writes, 0)',
      usingMetrics: { reads: metric('ReadThrottleEvents'), writes: metric('WriteThrottleEvents') },
      label: id,
      ...everyFive,
    }),
    above: 0,
    periods: 2,
    ofPeriods: 3,
    description: `DynamoDB throttles ${id}. Set warm throughput on the table if traffic more than doubled within half an hour; if one tenant's key is hot (Contributor Insights), lower its limit_per_minute.`,
  };
}
