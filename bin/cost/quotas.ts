import { limits } from '../../src/contract/limits.ts';
import { counts } from './counts.ts';

/** Something that AWS, or we, allow only so much of. */
interface Quota {
  readonly name: string;
  readonly atMost: number;
  /** How much of the quota a load of this many messages per second uses. */
  readonly taken: (load: Load) => number;
  readonly remedy: string;
  readonly source: string;
  /** When that page was written, `undated`, or `ours`; null: the number is from memory. */
  readonly seen: string | null;
}

export interface Load {
  /** Web chat messages by the widget, a second. */
  readonly perSecond: number;
  readonly tenants: number;
}

/** Seconds that a turn runs: without services that a flow waits for. */
const turnS = 0.05;
/** The share of a message's writes that the busiest table takes. */
const shareOfConversations = 0.55;

/** Default quotas of us-east-1, looked up in stored copies of public pages; most can be raised. */
export const quotas: readonly Quota[] = [
  {
    name: 'messages route of the stage, requests a second',
    atMost: 1_000,
    taken: ({ perSecond }) => perSecond,
    remedy: 'our own throttle: raise it in lib/api.ts',
    source: 'lib/api.ts',
    seen: 'ours',
  },
  {
    name: 'API Gateway, requests a second of the account',
    atMost: 10_000,
    taken: ({ perSecond }) => perSecond * 3,
    remedy: 'request an increase, then divide the tenants among accounts',
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
    seen: 'undated',
  },
  {
    name: 'Lambda, concurrent executions',
    atMost: 1_000,
    taken: ({ perSecond }) => perSecond * turnS * 3,
    remedy: 'request an increase; each visitor who waits for an agent takes one, too',
    source: 'https://docs.aws.amazon.com/lambda/latest/operatorguide/scaling-concurrency.html',
    seen: 'undated',
  },
  {
    name: 'DynamoDB, write units a second of a new on-demand table',
    atMost: 4_000,
    taken: ({ perSecond }) => perSecond * counts.scattered.writeUnits * shareOfConversations,
    remedy: 'set warm throughput before the traffic grows; it adapts by itself within half an hour',
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput-scenarios.html',
    seen: 'undated',
  },
  {
    name: 'DynamoDB, write units a second of a table',
    atMost: 40_000,
    taken: ({ perSecond }) => perSecond * counts.scattered.writeUnits * shareOfConversations,
    remedy: 'request an increase',
    source:
      'https://aws.amazon.com/blogs/database/introducing-configurable-maximum-throughput-for-amazon-dynamodb-on-demand/',
    seen: 'undated',
  },
  {
    name: 'EventBridge, PutEvents a second (10,000 here, 2,400 to 600 in smaller regions)',
    atMost: 10_000,
    taken: ({ perSecond }) => perSecond,
    remedy: 'request an increase; turns cannot share a call',
    source: 'https://notes.paulswail.com/public/AWS+EventBridge',
    seen: 'undated',
  },
  {
    name: 'schedule, conversations settled and closed a second',
    atMost: 1_000,
    taken: ({ perSecond }) => perSecond / 6,
    remedy: 'more tasks: scheduleTasks',
    source: 'src/contract/limits.ts, docs/decisions/schedule.md',
    seen: 'ours',
  },
  {
    name: "one tenant's messages a minute (unless its limit_per_minute says otherwise)",
    atMost: limits.tenantMessagesPerMinute,
    taken: ({ perSecond, tenants }) => (perSecond * 60) / tenants,
    remedy: '429 for that tenant, as intended',
    source: 'spec, "Limits"',
    seen: 'ours',
  },
  {
    name: 'Secrets Manager, secrets of a region',
    atMost: 500_000,
    taken: ({ tenants }) => 2 * tenants + 2,
    remedy: 'none needed before the price matters: 0.80 dollars per month and tenant',
    source: 'https://github.com/reidmorrison/secret_config, docs/providers.md',
    seen: 'undated',
  },
];

/** The quotas that a load exceeds, most exceeded first, and the usage of the nearest other one. */
export function breaksAt(load: Load) {
  return quotas
    .map((quota) => ({ quota, share: quota.taken(load) / quota.atMost }))
    .sort((a, b) => b.share - a.share);
}
