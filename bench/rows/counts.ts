import { randomUUID } from 'node:crypto';
import { bundleWidget, widgetBudgetBytes } from '../../bin/bundle-widget.ts';
import { billOf, openWidgetsHour, sumOf } from '../../bin/cost/bill.ts';
import { counts, logLineBytes } from '../../bin/cost/counts.ts';
import { createAwsClients } from '../../src/aws/clients.ts';
import { createHandler } from '../../test/support/create-handler.ts';
import { httpEvent, lambdaContext } from '../../test/support/http-event.ts';
import { startTestStack } from '../../test/support/start-stack.ts';
import { sequentialRoundTrips, watchCalls } from '../../test/support/watched-calls.ts';
import type { Row } from '../row.ts';

const million = 1_000_000;
const nobody = { webchat: 0, widget: 0, whatsapp: 0, waitingHours: 0, tenants: 0 };
const dollars = (traffic: Partial<typeof nobody>) =>
  sumOf(billOf({ ...nobody, ...traffic })) - sumOf(billOf(nobody));

const counted = (name: string, unit: string, ours: number, rest: Partial<Row> = {}): Row => ({
  ...{ name, unit, ours, kind: 'counted' },
  ...rest,
});
const atMost = (most: number) => ({ budget: { most, of: 'unit' as const } });

/** What AWS counts of a message, and what that comes to by its list prices. */
export async function countRows(): Promise<readonly Row[]> {
  const { calls, roundTrips } = await plainTurn();
  const { webchat, whatsapp } = counts;
  const floor = (value: number, floorIs: string) => ({ floor: value, floorIs });
  const log = 'log and answer are written once, and announced';
  return [
    counted('plain turn, calls to AWS', 'calls', calls, { ...floor(2, log), ...atMost(5) }),
    counted('plain turn, one after the other', 'round trips', roundTrips, { ...floor(1, log), ...atMost(3) }),
    counted('web chat message, written', 'units', webchat.writeUnits, {
      ...floor(2, log),
      ...atMost(4.92 * 1.02),
    }),
    counted('the same over several environments', 'units', counts.scattered.writeUnits, {
      ...floor(2, log),
      ...atMost(5.5 * 1.02),
    }),
    counted('web chat message, read', 'units', webchat.readUnits, floor(0.5, 'the conversation, once')),
    counted('the same over several environments, read', 'units', counts.scattered.readUnits),
    counted('web chat message, line of the log', 'bytes', logLineBytes.webchat),
    counted('WhatsApp message, written', 'units', whatsapp.writeUnits),
    counted('a million messages on web chat', '$', dollars({ webchat: million }), {
      ...floor(3.62, 'log, answer and announcement alone'),
      ...atMost(7.1),
    }),
    counted('a million messages on WhatsApp', '$', dollars({ whatsapp: million })),
    counted('an hour of 1,000 open widgets', '$', openWidgetsHour(), atMost(0.5)),
    counted('widget, what loads with the page', 'bytes gzipped', (await bundleWidget('iife')).gzipBytes, {
      ...atMost(widgetBudgetBytes),
    }),
  ];
}

/** The second turn of a conversation, of a process that has served before. */
async function plainTurn() {
  const stack = await startTestStack({ background: false });
  try {
    const watched = watchCalls();
    const clients = createAwsClients(stack.env, watched.requestHandler);
    const handler = createHandler(stack.env, { clients });
    const say = (session: string, text: string) =>
      handler(
        httpEvent('POST', '/v1/webchat/messages', {
          headers: {
            ...{ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web' },
            ...{ 'x-session-id': session, 'idempotency-key': randomUUID() },
          },
          body: { text, attachments: [], user: { id: 'visitor' } },
        }),
        lambdaContext,
      );
    for (let n = 0; n < 3; n += 1) await say(randomUUID(), 'hello');
    const session = randomUUID();
    await say(session, 'hello');
    watched.reset();
    await say(session, '2');
    return { calls: watched.calls.length, roundTrips: sequentialRoundTrips(watched.calls) };
  } finally {
    await stack.stop();
  }
}
