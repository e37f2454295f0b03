import type { FlowDefinition } from '../contract/flow.ts';
import type { FlowState, TurnDeps, TurnResult } from './interfaces.ts';
import { processInbound } from './process-inbound.ts';

/** What a rehearsed flow finds outside. */
export type Outside = Pick<TurnDeps, 'http' | 'llm'>;

/** A conversation with a flow that happens nowhere: no tenant, no store, and a clock that ticks a second a message. */
export interface Rehearsal {
  /** @throws FlowEngineError when the flow raises */
  say(text: string): Promise<Extract<TurnResult, { outcome: 'ended' }>>;
  state(): FlowState | null;
}

const someDayMs = Date.UTC(2025, 0, 1);

/** Begins a conversation with a flow; runs anywhere, also in a browser. */
export function rehearse(flow: FlowDefinition, outside: Outside): Rehearsal {
  let state: FlowState | null = null;
  let turns = 0;
  let replies = 0;
  return {
    state: () => state,
    async say(text) {
      turns += 1;
      const nowMs = someDayMs + turns * 1_000;
      const message = {
        tenantId: 'rehearsal',
        channel: 'webchat' as const,
        conversationId: 'rehearsal',
        messageId: `message-${turns}`,
        text,
        attachments: [],
        user: { id: 'visitor' },
        metadata: {},
        receivedAt: new Date(nowMs).toISOString(),
        correlationId: 'rehearsal',
      };
      const result = await processInbound(message, {
        ...outside,
        flows: { find: async () => flow },
        state: { load: () => state, save: async () => {} },
        flowId: flow.id,
        clock: { nowMs: () => nowMs },
        ids: {
          next: () => {
            replies += 1;
            return `reply-${String(replies).padStart(6, '0')}`;
          },
        },
        deadlineMs: Number.MAX_SAFE_INTEGER,
        handOverBackground: false,
        idempotencySeed: `rehearsal/${turns}`,
      });
      // Nobody hands over or stops waiting here.
      if (result.outcome !== 'ended') throw new Error('a rehearsed turn was suspended');
      state = result.state;
      return result;
    },
  };
}
