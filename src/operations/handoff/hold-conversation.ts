import { limits } from '../../contract/limits.ts';
import { withHold } from '../../domain/agent-load.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import type { HandoffOwner } from '../../domain/handoff.ts';
import type { Gateway } from '../gateway.ts';
import type { Stored } from '../turn/change-as-agent.ts';

const attempts = 20;

/**
 * Stores that an agent is about to take a conversation, so that automatic assignments stay within their limit. Callers
 * skip it for tenants that don't assign automatically.
 * @param epoch the conversation's, once the agent has it
 * @see docs/decisions/assignment.md
 */
export async function holdConversation(
  { loads, nowMs, pause, random }: Pick<Gateway, 'loads' | 'nowMs' | 'pause' | 'random'>,
  { tenantId, conversationId }: Pick<Stored, 'tenantId' | 'conversationId'>,
  { id, kind }: HandoffOwner,
  epoch: number,
): Promise<void> {
  if (kind !== 'user') return;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [load] = await loads.findAll(tenantId, [id]);
    if (!load || load.holds[conversationId]?.epoch === epoch) return;
    if (await loads.save(tenantId, withHold(load, conversationId, { epoch, atMs: nowMs() }))) return;
    await pause(random() * limits.holdPauseMs);
  }
  throw new TemporarilyUnavailableError();
}
