import { expect, it } from 'vitest';
import { runOutage } from '../support/chaos/run-outage.ts';
import type { ProxiedCall } from '../support/fault-proxy.ts';

const ofTable = (name: string) => (call: ProxiedCall) =>
  call.service === 'dynamodb' && JSON.stringify(call.input).includes(`gateway-${name}"`);

/** A message each six seconds, from twenty people: what twenty a second would do to this machine says nothing of AWS. */
it.each([
  ['the conversations', ofTable('conversations')],
  ['the log of messages', ofTable('messages')],
  ['claims, answers and cursors', ofTable('dedup')],
  ['the bus', ({ service }: ProxiedCall) => service === 'events'],
  ['the queues', ({ service }: ProxiedCall) => service === 'sqs'],
  ['the schedule', () => false],
])(
  'two hours without %s: every acknowledged message is answered once, in order, without help',
  async (what, affects) => {
    const report = await runOutage({
      affects,
      schedule: what !== 'the schedule',
      fault: 'failed',
      minutes: Number(process.env.OUTAGE_MINUTES ?? 120),
      sessions: 20,
      perStep: 20,
    });
    console.info(JSON.stringify({ ...report, wrongs: report.wrongs.length }));
    expect(report.wrongs).toEqual([]);
    expect(report.left).toEqual([]);
    expect(report.noticed).toBe(0);
    expect(report.minutesAfter).toBeLessThanOrEqual(20);
  },
  1_200_000,
);
