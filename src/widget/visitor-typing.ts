import { visitorLimits } from '../contract/visitor-limits.ts';
import type { ChatView } from './chat-state.ts';
import type { GatewayClient } from './gateway-client.ts';
import type { Identity } from './identity.ts';

export interface TypingParts {
  readonly client: Pick<GatewayClient, 'reportTyping'>;
  readonly identity: Pick<Identity, 'conversationId' | 'sessionId'>;
  readonly handoff: () => ChatView['handoff'];
  readonly nowMs: () => number;
}

/**
 * Returns a function to call when the visitor types. It notifies the assigned agent, if any, at most every three
 * seconds.
 * @see handoff.md 2.2
 */
export function typingReporter({ client, identity, handoff, nowMs }: TypingParts): () => void {
  let nextMs = 0;
  return () => {
    const conversationId = identity.conversationId();
    if (conversationId === null || handoff()?.state !== 'with_agent' || nowMs() < nextMs) return;
    nextMs = nowMs() + visitorLimits.typingEveryMs;
    void client.reportTyping({ sessionId: identity.sessionId(), conversationId });
  };
}
