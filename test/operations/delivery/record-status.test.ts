import { expect, it } from 'vitest';
import { recordStatus } from '../../../src/operations/delivery/record-delivery.ts';

/** What was counted and logged of a status; `moved` says whether it was news. */
async function tell(state: 'delivered' | 'failed', moved: boolean) {
  const seen: string[] = [];
  const deliveries = {
    keepStatus: async () => null,
    advance: async () => ({ moved, correlationId: 'correlation', center: null, run: null, before: null }),
  };
  const note = (level: string) => (message: string, fields?: object) =>
    void seen.push(`${level} ${message} ${JSON.stringify(fields)}`);
  const log = { info: note('info'), warn: note('warn'), error: () => undefined };
  const metrics = { count: (name: string) => void seen.push(name), time: () => undefined };
  const never = {
    wake: async () => {
      throw new Error('no center has said it');
    },
  };
  const status = { providerMessageId: 'wamid.1', state, at: '2026-01-01T00:00:00.000Z', replyId: 'REPLY.1' };
  await recordStatus(
    {
      deliveries: deliveries as never,
      ...{ bus: { publish: async () => undefined }, centers: never, log, metrics, nowMs: () => 0 },
      runs: never as never,
      people: never as never,
    },
    { tenantId: 'acme', channel: 'chatapp' },
    state === 'failed' ? { ...status, reason: 'window_closed' } : status,
  );
  return seen;
}

it('a reply that fails after it was accepted is counted once and logged with its reason', async () => {
  const [counted, line, ...more] = await tell('failed', true);
  expect([counted, more]).toEqual(['RepliesFailed', []]);
  expect(line).toMatch(/^warn .*"correlationId":"correlation","replyId":"REPLY".*"reason":"window_closed"/);
  expect(await tell('failed', false)).toEqual([expect.stringMatching(/^info /)]);
});

it('a status of success is not counted as a failure', async () => {
  expect(await tell('delivered', true)).toEqual([expect.stringMatching(/^info /)]);
});
