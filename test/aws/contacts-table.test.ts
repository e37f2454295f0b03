import { expect, it } from 'vitest';
import { ContactsTable } from '../../src/aws/contacts-table.ts';
import { freshTables } from '../support/fresh-tables.ts';

const fresh = freshTables();
const startMs = Date.parse('2026-11-28T09:00:00Z');
const dayMs = 24 * 60 * 60_000;

it('a contact expires with its last conversation, in whatever order they are noted', async () => {
  let nowMs = startMs;
  const contacts = new ContactsTable(fresh.clients.dynamodb, fresh.prefix, () => nowMs);
  const note = async (atMs: number, keptDays: number) => {
    const seen = { channel: 'webchat' as const, details: {}, verified: true, atMs };
    const expiresAtS = (atMs + keptDays * dayMs) / 1000;
    await contacts.note('acme', 'ada', { ...seen, expiresAtS }, await contacts.find('acme', 'ada'));
  };
  await note(startMs, 30);
  // An event that comes late, and a conversation that is kept for less.
  await note(startMs - 10 * dayMs, 30);
  await note(startMs + 1, 7);
  nowMs = startMs + 30 * dayMs - 1_000;
  expect(await contacts.find('acme', 'ada')).not.toBeNull();
  nowMs = startMs + 30 * dayMs;
  expect(await contacts.find('acme', 'ada')).toBeNull();
});
