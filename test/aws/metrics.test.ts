import { beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/aws/cloudwatch-log.ts';
import { captureLines, type Line, metricsIn } from '../support/captured-lines.ts';

let lines: readonly Line[];
beforeAll(() => {
  const captured = captureLines();
  const metrics = createMetrics('test');
  metrics.count('RepliesFailed', { tenantId: 'acme', channel: 'chatapp' }, 2);
  metrics.count('MessagesReceived', { tenantId: 'acme', channel: 'chatapp' });
  const message = { tenantId: 'acme', channel: 'webchat', step: 'http', text: 'what a user writes' };
  metrics.time('StepMs', message, 12);
  metrics.time('TurnMs', { channel: 'webchat' }, -3);
  lines = captured.metrics();
  captured.stop();
});

describe('a metric outside of requests is a line in the embedded metric format', () => {
  it('that names the tenant for queries, and is never split by tenant', () => {
    expect(metricsIn(lines[0])).toEqual([
      {
        namespace: 'MessagingGateway/test',
        name: 'RepliesFailed',
        dimensionSets: [['channel']],
      },
    ]);
    expect(lines[0]).toMatchObject({ RepliesFailed: 2, channel: 'chatapp', tenantId: 'acme' });
    expect(lines[1]).toMatchObject({ MessagesReceived: 1, tenantId: 'acme' });
  });

  it('of milliseconds is never below zero, and holds what is a dimension only', () => {
    expect(metricsIn(lines[2])).toMatchObject([
      {
        name: 'StepMs',
        dimensionSets: [['channel', 'step']],
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('what a user writes');
    expect(lines[3]).toMatchObject({ TurnMs: 0 });
  });
});
