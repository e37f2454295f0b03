import { expect, it } from 'vitest';
import type { LogMessage } from '../../../src/contract/poll.ts';
import { newConversation } from '../../../src/domain/conversation.ts';
import { requestedHandoff } from '../../../src/domain/handoff.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { nextEvent } from '../../../src/operations/center/next-event.ts';
import type { CenterLink } from '../../../src/ports/handoff.ts';
import { messageOf } from '../../support/turn-of.ts';

const nowMs = Date.UTC(2025, 0, 1);
const link: CenterLink = {
  ...{ tenantId: 'acme', handoffId: 'h', conversationId: 'conversation', channel: 'webchat' },
  ...{ accountId: 'center', version: 1, opened: 'no', opens: 0, position: 4, doneMessageId: 'M000' },
  ...{ externalId: null, trouble: null, isAway: false, endedAtMs: null, endedEpoch: 0 },
};

type Opened = { readonly transcript?: readonly LogMessage[]; readonly transcriptUrl?: string };

/** What a center is told first of a conversation with so many messages, each of them a turn. */
async function openingOf(count: number) {
  const messages = Array.from({ length: count }, (_, n): LogMessage => {
    const id = `M${String(n + 1).padStart(3, '0')}`;
    return { id, seq: n + 1, author: 'user', text: `line ${n + 1}`, timestamp: '2025-01-01T00:00:00.000Z' };
  });
  const read = async (_tenant: string, _conversation: string, after: string | null, most: number) =>
    messages
      .filter(({ id }) => id > (after ?? ''))
      .slice(0, most)
      .map((inbound) => ({ inbound, replies: [], previousMessageId: null }));
  const record = { message: messageOf('hello'), sessionId: 'session', idleMinutes: 30, retentionDays: 30 };
  const asked = { id: 'h', epoch: 1, queue: 'billing', stepId: 'human', share: {}, deadlineAtMs: nowMs };
  const handoff = requestedHandoff(asked, { reason: 'help' }, { channel: 'webchat', nowMs });
  const stored = {
    ...newConversation<FlowState>(record, nowMs),
    lastMessageId: messages.at(-1)?.id ?? null,
    state: { status: 'handoff', handoff: { reason: 'help' } } as FlowState,
    handoff: { ...handoff, center: { accountId: 'center' } },
  };
  return nextEvent({ turnLog: { read }, nowMs: () => nowMs } as never, stored, link, undefined as never);
}

it("a center with an open handoff receives the visitor's changes to a message, each once", async () => {
  const record = { message: { ...messageOf('hello'), channel: 'chatapp' as const } };
  const asked = { id: 'h', epoch: 1, queue: 'billing', stepId: 'human', share: {}, deadlineAtMs: nowMs };
  const handoff = requestedHandoff(asked, { reason: 'help' }, { channel: 'chatapp', nowMs });
  const stored = {
    ...newConversation<FlowState>({ ...record, sessionId: 's', idleMinutes: 30, retentionDays: 30 }, nowMs),
    lastMessageId: 'M001',
    state: { status: 'handoff', handoff: { reason: 'help' } } as FlowState,
    handoff: { ...handoff, center: { accountId: 'center' } },
  };
  const update = { kind: 'edited', messageId: 'M001', text: '21', turnIds: ['turn'] };
  const side = [{ id: 'N001', by: null, text: '21', at: '2025-01-01T00:00:00.000Z', update }];
  const gateway = { feed: { side: async () => side }, turnLog: { read: async () => [] }, nowMs: () => nowMs };
  const open: CenterLink = { ...link, opened: 'yes', doneMessageId: 'M001' };
  const next = await nextEvent(gateway as never, stored, open, undefined as never);
  expect(next).toMatchObject({
    event: { id: 'N001', position: 5, type: 'update', kind: 'edited', messageId: 'M001', text: '21' },
    taken: { doneUpdateId: 'N001' },
  });
  expect(next?.event).not.toHaveProperty('turnIds');
  expect(
    await nextEvent(gateway as never, stored, { ...open, doneUpdateId: 'N001' }, undefined as never),
  ).toBeNull();
});

it('a handoff is opened at a center with the last hundred messages, and the place of all of them', async () => {
  const next = await openingOf(130);
  const { transcript = [], transcriptUrl } = (next?.event ?? {}) as Opened;
  expect([transcript.length, transcript[0]?.text, transcript.at(-1)?.text]).toEqual([
    100,
    'line 31',
    'line 130',
  ]);
  expect(transcriptUrl).toBe('/v1/service/conversations/conversation/messages');
  expect(next?.taken).toMatchObject({ opened: 'yes', opens: 1, doneMessageId: 'M130' });
});

it('a handoff that is requested before any message is opened without one', async () => {
  const next = await openingOf(0);
  expect(next).toMatchObject({ event: { position: 5, transcript: [] }, taken: { doneMessageId: 'M000' } });
});
