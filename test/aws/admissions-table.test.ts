import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { AdmissionsTable } from '../../src/aws/admissions-table.ts';
import { freshTables } from '../support/fresh-tables.ts';

const fresh = freshTables();

/** Everything comes in one moment, and each stamp is the same: `random` is asked for the stamp first. */
function atOneMoment() {
  const draws = [0.5];
  const random = () => {
    const drawn = draws.shift();
    if (drawn !== undefined) return drawn;
    draws.push(0.5);
    return Math.random();
  };
  return new AdmissionsTable(fresh.clients.dynamodb, fresh.prefix, {
    nowMs: () => 1_760_000_000_000,
    random,
  });
}

it('admits no message for having the same thousandth of a millisecond as another', async () => {
  const table = atOneMoment();
  const session = { tenantId: 'acme', widgetId: 'web', sessionId: randomUUID(), conversationId: 'talk' };
  const outcomes = [];
  for (let n = 0; n < 5; n += 1) outcomes.push((await table.admit({ ...session, limit: 3 })).outcome);
  expect(outcomes).toEqual(['admitted', 'admitted', 'admitted', 'limited', 'limited']);
});

it('admits none with a key, either', async () => {
  const table = new AdmissionsTable(fresh.clients.dynamodb, fresh.prefix, {
    nowMs: () => 1_760_000_000_000,
    random: () => 0.5,
  });
  const session = { tenantId: 'acme', widgetId: 'web', sessionId: randomUUID(), conversationId: 'talk' };
  const outcomes = [];
  for (let n = 0; n < 5; n += 1)
    outcomes.push((await table.admit({ ...session, limit: 3, key: randomUUID() })).outcome);
  expect(outcomes).toEqual(['admitted', 'admitted', 'admitted', 'limited', 'limited']);
});
