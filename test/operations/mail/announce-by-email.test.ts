import { describe, expect, it } from 'vitest';
import { type MailTask, mailLimits } from '../../../src/contract/mail.ts';
import type { Conversation } from '../../../src/domain/conversation.ts';
import { announceByEmail } from '../../../src/operations/mail/announce-by-email.ts';

const mail = {
  email: 'ada@example.com',
  language: 'en',
  askedAtMs: 0,
  page: 'https://acme.example/',
  api: '',
};
const unread = { messageId: '05', sinceMs: 1_000 };
const alert = { userId: 'maria', what: 'mention', api: '', sinceMs: 2_000 } as const;

/** Announces at a time, and returns what is queued and what changes. */
async function announced(nowMs: number, fields: Partial<Conversation<unknown>>) {
  const tasks: MailTask[] = [];
  const mailQueue = { enqueue: async (queued: readonly MailTask[]) => void tasks.push(...queued) };
  const named = { tenantId: 'acme', conversationId: 'c', ...fields } as Conversation<unknown>;
  const changed = await announceByEmail({ mailQueue, nowMs: () => nowMs }, named);
  return { tasks: tasks.map(({ id }) => id), changed };
}

describe('a reply that the visitor has not read', () => {
  const dueMs = unread.sinceMs + mailLimits.unreadMs;

  it('is announced once it is due, and not before', async () => {
    expect(await announced(dueMs - 1, { mail: { ...mail, unread } })).toEqual({ tasks: [], changed: {} });
    expect(await announced(dueMs, { mail: { ...mail, unread } })).toEqual({
      tasks: ['reply.05'],
      changed: { mail },
    });
  });

  it.each(['05', '06'])('is not announced once message %s is seen', async (seenId) => {
    expect(await announced(dueMs, { seenId, mail: { ...mail, unread } })).toEqual({
      tasks: [],
      changed: { mail },
    });
  });

  it('is announced if only earlier messages are seen', async () => {
    expect((await announced(dueMs, { seenId: '04', mail: { ...mail, unread } })).tasks).toEqual(['reply.05']);
  });
});

it('an alert of an agent is sent once it is due, and only then removed', async () => {
  const dueMs = alert.sinceMs + mailLimits.unseenMs;
  const later = { ...alert, userId: 'ben', sinceMs: alert.sinceMs + 1 };
  expect(await announced(dueMs - 1, { alerts: [alert] })).toEqual({ tasks: [], changed: {} });
  expect(await announced(dueMs, { alerts: [alert, later] })).toEqual({
    tasks: ['mention.c.2000'],
    changed: { alerts: [later] },
  });
});
