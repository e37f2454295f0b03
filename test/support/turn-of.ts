import type { CanonicalMessage } from '../../src/contract/canonical-message.ts';
import type { FlowDefinition } from '../../src/contract/flow.ts';
import type { FlowState, TurnDeps, TurnResult } from '../../src/engine/interfaces.ts';
import type { HttpClientRequest, LlmRequest } from '../../src/ports/http-client.ts';

/** A message of the web chat. */
export function messageOf(text: string, rest: Partial<CanonicalMessage> = {}): CanonicalMessage {
  return {
    tenantId: 'acme',
    channel: 'webchat',
    conversationId: 'conversation',
    messageId: 'message-1',
    text,
    attachments: [],
    user: { id: 'visitor', firstName: 'Ada' },
    metadata: {},
    receivedAt: '2025-01-01T00:00:00.000Z',
    correlationId: 'correlation',
    ...rest,
  };
}

/** Everything that a turn needs, and a record of what it did with it. */
export function turnOf(flow: FlowDefinition, state: FlowState | null = null, rest: Partial<TurnDeps> = {}) {
  const saves: { state: FlowState; durable: boolean }[] = [];
  const requests: HttpClientRequest[] = [];
  const asked: LlmRequest[] = [];
  const log: string[] = [];
  let replies = 0;
  const deps: TurnDeps = {
    flows: { find: async () => flow },
    state: {
      before: state,
      passed: {
        push(passed) {
          saves.push({ state: passed, durable: false });
          log.push(`save ${passed.flow.stepId}`);
        },
      },
      async save(saved) {
        saves.push({ state: saved, durable: true });
        log.push(`save ${saved.flow.stepId} durable`);
      },
    },
    flowId: flow.id,
    http: {
      async send(request) {
        requests.push(request);
        log.push('http');
        return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"number":7}' };
      },
    },
    llm: {
      async complete(request) {
        asked.push(request);
        log.push('llm');
        return 'A joke.';
      },
    },
    clock: { nowMs: () => Date.UTC(2025, 0, 1) },
    ids: {
      next: () => {
        replies += 1;
        return `reply-${replies}`;
      },
    },
    deadlineMs: Date.UTC(2025, 0, 1) + 10_000,
    handOverBackground: false,
    idempotencySeed: 'acme/conversation/turn-1',
    ...rest,
  };
  return { deps, saves, requests, asked, log };
}

/** The result of a turn that must not be suspended. */
export function ended(result: TurnResult) {
  if (result.outcome !== 'ended') throw new Error('the turn was suspended');
  return result;
}
