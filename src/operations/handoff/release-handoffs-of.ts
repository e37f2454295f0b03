import { limits } from '../../contract/limits.ts';
import type { ReleaseRecord } from '../../contract/queue-records.ts';
import { queueRulesOf } from '../../contract/queues.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { type HandoffOwner, handoffOf } from '../../domain/handoff.ts';
import type { Gateway } from '../gateway.ts';
import type { AgentPorts, Stored } from '../turn/change-as-agent.ts';
import { releaseHandoff } from './release-handoff.ts';
import { answererOf } from './teammate-of.ts';

/**
 * Returns the conversations of a user who is no longer an agent, was deleted or has left a queue to their queues. Does
 * nothing if the user has been added again.
 * @see handoff.md 1.3 "agent disabled or demoted while owner"
 */
export async function releaseHandoffsOf(
  gateway: AgentPorts & Pick<Gateway, 'inboxIndex' | 'records'>,
  { tenantId, userId, queue }: Omit<ReleaseRecord, 'kind'>,
): Promise<void> {
  if (queue !== undefined) {
    const { members } = queueRulesOf(await gateway.directory.findTenant(tenantId), queue);
    if (!members || members.includes(userId)) return;
  } else if (answererOf(await gateway.records.find(tenantId, directoryKeys.user(userId))) !== null) return;
  const seen = new Set<string>();
  for (let fromMs: number | undefined; ; ) {
    const page = { ...(fromMs !== undefined && { fromMs }), limit: limits.listItemsMax };
    const found = await gateway.inboxIndex.list(tenantId, { of: 'owner', name: userId }, page);
    const fresh = found.filter(({ conversationId }) => !seen.has(conversationId));
    for (const { conversationId } of fresh) {
      seen.add(conversationId);
      const stored = await gateway.conversations.find(tenantId, conversationId);
      const live = stored && handoffOf(stored);
      if (!live || !isOf(live.owner, userId) || (queue ?? live.queue) !== live.queue) continue;
      const isStill = (now: Stored) =>
        now.epoch === stored.epoch && isOf(handoffOf(now)?.owner ?? null, userId);
      await releaseHandoff(gateway, stored, live, 'owner_gone', isStill);
    }
    if (found.length < limits.listItemsMax || fresh.length === 0) return;
    fromMs = found.at(-1)?.atMs;
  }
}

const isOf = (owner: HandoffOwner | null, userId: string) => owner?.kind === 'user' && owner.id === userId;
