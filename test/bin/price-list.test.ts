import { expect, it } from 'vitest';
import { billOf, sumOf } from '../../bin/cost/bill.ts';
import { messageUsd } from '../../src/contract/runs.ts';

/** What is paid whatever is written. */
const fixed = new Set(['alarmMetric', 'metric', 'routeMetric', 'secret']);
const million = 1_000_000;
const perMessage = (traffic: object) => {
  const none = { webchat: 0, widget: 0, whatsapp: 0, waitingHours: 0, tenants: 0 };
  return sumOf(billOf({ ...none, ...traffic }).filter(({ item }) => !fixed.has(item))) / million;
};

it("the console's estimate of a message's cost equals the bill, to a twentieth", () => {
  const said = [perMessage({ widget: million }), perMessage({ whatsapp: million })];
  const shown = [messageUsd.webchat, messageUsd.webhook];
  for (const [n, usd] of said.entries()) expect(Math.abs((shown[n] ?? 0) / usd - 1)).toBeLessThan(0.05);
});

it('a million messages of web chat cost seven dollars at most', () => {
  expect(perMessage({ webchat: million }) * million).toBeLessThanOrEqual(7);
});
