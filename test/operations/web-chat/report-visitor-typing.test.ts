import { expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { newConversation } from '../../../src/domain/conversation.ts';
import { requestedHandoff } from '../../../src/domain/handoff.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { deriveId } from '../../../src/operations/derive-id.ts';
import { reportVisitorTyping } from '../../../src/operations/web-chat/report-visitor-typing.ts';
import { messageOf } from '../../support/turn-of.ts';

const sessionId = 'b2f0c6b0-7d5e-4c39-9b0e-0a2f5d1c9e11';
const idKey = { id: '', secret: 'development-only-key-of-ids-0001' };
const startMs = limits.typingEveryMs * 500_000;

/** What wakes a center while its visitor writes, or has stopped, at these times. */
async function wakes(...told: readonly (readonly [atMs: number, on: boolean])[]) {
  const clock = { nowMs: startMs };
  const message = messageOf('hello', { widgetId: 'web' });
  const asked = { id: 'h', epoch: 1, queue: 'billing', stepId: 'human', share: {}, deadlineAtMs: startMs };
  const handoff = requestedHandoff(asked, { reason: 'help' }, { channel: 'webchat', nowMs: startMs });
  const owner = deriveId(idKey, 'owner', 'acme', 'web', sessionId);
  const conversation = {
    ...newConversation<FlowState>({ message, sessionId: owner, idleMinutes: 30, retentionDays: 30 }, startMs),
    state: { status: 'handoff', handoff: { reason: 'help' } } as FlowState,
    handoff: { ...handoff, center: { accountId: 'center' } },
  };
  const woken: { readonly record: object; readonly once: string }[] = [];
  const gateway = {
    nowMs: () => clock.nowMs,
    conversations: { find: async () => conversation },
    directory: {
      findTenant: async () => ({ id: 'acme', status: 'active' }),
      findWidget: async () => ({ id: 'web', flow: 'support', allowed_origins: [] }),
    },
    idKeys: async () => [idKey],
    sessionAllowance: { take: async () => ({ ok: true }) },
    typing: { note: async () => undefined },
    centers: { wake: async (record: object, once: string) => void woken.push({ record, once }) },
  } as never;
  for (const [atMs, on] of told) {
    clock.nowMs = startMs + atMs;
    const signed = { method: 'POST', path: '/', headers: {}, rawBody: new Uint8Array() };
    const asks = { tenantId: 'acme', conversationId: 'conversation', sessionId, origin: undefined };
    const request = { ...asks, receivedAtMs: clock.nowMs, signed, caller: {}, body: { on } };
    await reportVisitorTyping(gateway, request);
  }
  return woken;
}

it('a center is called once in three seconds while a visitor keeps typing, and not when they stop', async () => {
  const woken = await wakes(
    [0, true],
    [limits.typingEveryMs - 1, true],
    [limits.typingEveryMs, true],
    [limits.typingEveryMs * 2, false],
  );
  expect(woken.map(({ once }) => once)).toEqual(['typing:h:500000', 'typing:h:500000', 'typing:h:500001']);
  expect(woken[0]?.record).toEqual({
    ...{ kind: 'center', tenantId: 'acme', conversationId: 'conversation', handoffId: 'h' },
    ...{ accountId: 'center', atMs: startMs },
    tells: { type: 'typing', untilMs: startMs + limits.typingMs },
  });
});
