import { describe, expect, it } from 'vitest';
import type { TurnRecord } from '../../src/contract/queue-records.ts';
import { type Conversation, newConversation } from '../../src/domain/conversation.ts';
import { conversationOf } from '../../src/domain/conversation-after.ts';

const record = (
  sessionId: string,
  user: TurnRecord['message']['user'],
  channel = 'webchat' as const,
): TurnRecord => ({
  kind: 'turn',
  turnId: 't',
  flowId: 'f',
  sessionId,
  idleMinutes: 1,
  retentionDays: 1,
  message: {
    ...{
      tenantId: 'acme',
      channel,
      conversationId: 'c',
      messageId: 'm',
      attachments: [],
      user,
      metadata: {},
    },
    ...{ receivedAt: '2026-01-01T00:00:00.000Z', correlationId: 'x' },
  },
});
const person = record('hash-of-person', { id: 'customer-1', verified: true });
const visitor = record('hash-of-session', { id: 'derived' });
const stored = (sessionId: string): Conversation<null> => ({
  ...newConversation<null>(visitor, 0),
  sessionId,
});

describe('the owner of a conversation, as a turn begins', () => {
  it('is the visitor who claims it', () => {
    expect(conversationOf(stored('hash-of-session'), person, 0)).toMatchObject({
      sessionId: 'hash-of-person',
      userId: 'customer-1',
    });
  });

  it('stays the visitor when a waiting message is processed', () => {
    expect(conversationOf(stored('hash-of-person'), visitor, 0).sessionId).toBe('hash-of-person');
  });
});
