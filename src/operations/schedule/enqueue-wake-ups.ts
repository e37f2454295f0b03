import { limits } from '../../contract/limits.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { wakeOf } from '../../domain/due-time.ts';
import { VersionConflictError } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';
import { type VisitPorts, visitConversation } from './visit-conversation.ts';

const looksAtOnce = 10;
/** For the same second. */
const wakesPerTask = 25;
/** A due time may be earlier than its wake-up; what is further away comes with a later minute. */
const longestDelayS = (limits.scheduleIntervalMs + limits.scheduleAheadMs) / 1000;

type Ports = Pick<Gateway, 'conversations' | 'backgroundJobs' | 'nowMs'>;

/**
 * Enqueues the wake-ups of the coming minute, each with its remaining delay, so that visitors don't wait for the
 * next run. Lost ones are found due in the next minute.
 * @see docs/decisions/schedule.md
 */
export async function enqueueWakeUps(gateway: Ports, soon: readonly ConversationName[]): Promise<void> {
  const nowMs = gateway.nowMs();
  const bySecond = new Map<number, ConversationName[]>();
  for (let at = 0; at < soon.length; at += looksAtOnce) {
    const looks = soon.slice(at, at + looksAtOnce).map(async ({ tenantId, conversationId }) => {
      // The index doesn't say why the conversation is due.
      const stored = await gateway.conversations.find(tenantId, conversationId, 'lately');
      const atMs = stored && exactDueAt(stored);
      const afterS = atMs ? Math.ceil((atMs - nowMs) / 1000) : 0;
      if (afterS <= 0 || afterS > longestDelayS) return;
      bySecond.set(afterS, [...(bySecond.get(afterS) ?? []), { tenantId, conversationId }]);
    });
    await Promise.all(looks);
  }
  for (const [afterS, names] of bySecond) {
    const tasks = Array.from({ length: Math.ceil(names.length / wakesPerTask) }, (_, n) => ({
      kind: 'look-after' as const,
      shards: [],
      conversations: names.slice(n * wakesPerTask, (n + 1) * wakesPerTask),
    }));
    await gateway.backgroundJobs.enqueue(tasks, afterS);
  }
}

/** When a flow continues by itself or a snooze ends: times that visitors or agents expect to the second. */
function exactDueAt({ state, handoff }: Conversation<FlowState>): number | undefined {
  return (state && wakeOf(state)?.atMs) ?? handoff?.snooze?.untilMs;
}

/** Continues the due flows of these conversations and ends their snoozes; failures are left to the next minute. */
export async function wakeConversations(
  gateway: VisitPorts,
  conversations: readonly ConversationName[],
): Promise<void> {
  await Promise.all(
    conversations.map(async ({ tenantId, conversationId }) => {
      try {
        const stored = await gateway.conversations.find(tenantId, conversationId);
        const isDue = stored && (exactDueAt(stored) ?? Number.POSITIVE_INFINITY) <= gateway.nowMs();
        if (isDue) await visitConversation(gateway, { tenantId, conversationId });
      } catch (error) {
        if (error instanceof VersionConflictError) return;
        gateway.log.error('a conversation could not be woken', error, { tenantId, conversationId });
      }
    }),
  );
}
