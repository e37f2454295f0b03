import { beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../lib/permissions-of.ts';
import { addresses, type Synthesized, synthesize } from '../lib/synthesize.ts';
import { takeEveryRoad } from '../support/permission-roads.ts';
import type { RecordedAccess } from '../support/recorded-access.ts';

/** What Lambda itself does in the function's name, as it writes logs and traces. */
const byLambda = [
  'logs:CreateLogStream logs',
  'logs:PutLogEvents logs',
  'xray:PutTelemetryRecords "*"',
  'xray:PutTraceSegments "*"',
];
const byPolling = (queue: string) =>
  ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'].map((action) => `${action} ${queue}`);

describe('what the deployed role of a function may do is what its code does', () => {
  let access: RecordedAccess;
  let stacks: Synthesized['templates'];
  beforeAll(async () => {
    access = await takeEveryRoad();
    stacks = synthesize('prod', addresses).templates;
  }, 60_000);

  it.each([
    ['webchat', []],
    ['poll', []],
    ['webhook', []],
    ['worker', byPolling('turns.fifo')],
    ['outbound', byPolling('outbound.fifo')],
    ['schedule', []],
    ['auth-bff', []],
  ] as const)('%s', (name, polling) => {
    expect(permissionsOf(stacks, name)).toEqual([...access.of(name), ...byLambda, ...polling].sort());
  });
});
