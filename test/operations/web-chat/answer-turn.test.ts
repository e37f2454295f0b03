import { expect, it } from 'vitest';
import type { TurnRecord } from '../../../src/contract/queue-records.ts';
import { newConversation } from '../../../src/domain/conversation.ts';
import type { FlowState } from '../../../src/engine/interfaces.ts';
import { processInbound } from '../../../src/engine/process-inbound.ts';
import { awaitTurn, promiseAnswer } from '../../../src/operations/web-chat/answer-turn.ts';
import { flowOf } from '../../support/flow-of.ts';
import { messageOf, turnOf } from '../../support/turn-of.ts';

const call = {
  kind: 'http',
  method: 'GET',
  url: 'https://a.example/',
  next: 'done',
  onError: 'done',
} as const;
const suspendedBy = (step: object) => {
  const { deps } = turnOf(flowOf({ a: { ...call, ...step } }), null, { handOverBackground: true });
  return processInbound(messageOf('hi'), deps);
};

it('a step counts as moved to the queue by its author only where the author has written so', async () => {
  expect(await suspendedBy({ background: true })).toMatchObject({ outcome: 'suspended', isChosen: true });
  const slow = await suspendedBy({ timeoutMs: 4_000 });
  expect(slow).toMatchObject({ outcome: 'suspended' });
  expect(slow).not.toHaveProperty('isChosen');
});

it('a step that its author moved to the queue is answered by 202 at once', async () => {
  const record: TurnRecord = {
    ...{ kind: 'turn', turnId: 'turn', flowId: 'flow', sessionId: 's', idleMinutes: 60, retentionDays: 30 },
    message: messageOf('hi'),
  };
  const first = newConversation<FlowState>(record, 0);
  const openTurn = {
    record,
    messageId: '01M7YR9TG62MMRCM2QHZNQKH6H',
    state: null,
    leaseUntilMs: 0,
    queued: false,
  };
  let stored = { ...first, version: 1, openTurn };
  const finds: string[] = [];
  const gateway = {
    continuations: { send: async () => '1' },
    conversations: {
      async find() {
        finds.push('find');
        return stored;
      },
      save: async (next: typeof stored) => {
        stored = next;
      },
    },
    // Time stands still: whoever waits, waits for ever.
    nowMs: () => 0,
    random: () => 0,
    settled: { has: () => false },
  };
  const result = { outcome: 'suspended', conversation: stored, isChosen: true } as const;
  const ended = await awaitTurn(gateway as never, record, result, 3_000);
  if ('committed' in ended) throw new Error('the turn was not left to the queue');
  const answer = await promiseAnswer(gateway as never, { record, form: 'b' }, ended);
  expect(answer.status).toBe(202);
  expect(finds).toHaveLength(1);
});
