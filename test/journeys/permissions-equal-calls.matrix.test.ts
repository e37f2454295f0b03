import { beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../lib/permissions-of.ts';
import { addresses, type Synthesized, synthesize } from '../lib/synthesize.ts';
import { takeEveryRoad } from '../support/permission-roads.ts';
import type { RecordedAccess } from '../support/recorded-access.ts';

/** What Lambda itself does in the function's name, as it writes logs. */
const byLambda = ['logs:CreateLogStream logs', 'logs:PutLogEvents logs'];
/** Continuations that the last release queued lie on the worker's queue while this one is deployed. */
const ofLastRelease = ['dynamodb:BatchWriteItem dedup'];
/** Whoever settles a conversation next keeps the dead letter of a writer that died before it did: no road leads there. */
const ofTheDead = ['dynamodb:PutItem dead-letters'];
const byPolling = (queue: string) =>
  ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'].map((action) => `${action} ${queue}`);

/** Addresses are signed in a function's name and used by others: no call of its own is seen. */
const bySigning = {
  forms: 's3:PutObject files/incoming/*',
  reads: 's3:GetObject files/clean/*',
};

describe('the deployed role of a function permits exactly what its code does', () => {
  let access: RecordedAccess;
  let stacks: Synthesized['templates'];
  beforeAll(async () => {
    access = await takeEveryRoad();
    stacks = synthesize('prod', addresses).templates;
  });

  it.each([
    ['webchat', [...ofTheDead, bySigning.forms, bySigning.reads]],
    ['poll', [bySigning.reads]],
    ['webhook', []],
    ['worker', [...byPolling('turns.fifo'), ...ofLastRelease]],
    ['outbound', [...byPolling('outbound.fifo'), bySigning.reads]],
    ['continuation', byPolling('continuations.fifo')],
    ['schedule', [...byPolling('chores'), ...ofTheDead]],
    ['files', byPolling('files')],
    ['runs', byPolling('runs')],
    ['auth-bff', []],
    ['admin', [bySigning.reads]],
    ['admin-users', []],
    ['admin-people', [bySigning.reads]],
    ['user-sync', []],
    ['admin-desk', [bySigning.forms, bySigning.reads]],
    // The tenant's queues are counted by this index if there are more than two; the demo has two.
    ['admin-inbox', [bySigning.reads, 'dynamodb:Query conversations/tenant-inbox']],
    ['service', [bySigning.forms, bySigning.reads]],
    ['test-chat', []],
  ] as const)('%s', (name, polling) => {
    expect(permissionsOf(stacks, name)).toEqual([...access.of(name), ...byLambda, ...polling].sort());
  });
});
