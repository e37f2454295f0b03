import type { HandoffView } from '../../contract/admin/handoffs.ts';
import { handoffRowOf, userOf } from '../../domain/agent-turn.ts';
import { handoffOf } from '../../domain/handoff.ts';
import { tagOf } from '../../domain/handoff-preconditions.ts';
import type { AgentPorts, Stored } from '../turn/change-as-agent.ts';
import { flowOf } from './return-handoff.ts';

/** A handoff as its own page shows it, with its tag. */
export interface Viewed {
  readonly handoff: HandoffView | null;
  readonly etag: string | undefined;
}

/** Returns a handoff, and the steps to which it can be returned. @see handoff.md 2.1 */
export async function viewHandoff(gateway: Pick<AgentPorts, 'directory'>, stored: Stored): Promise<Viewed> {
  const flow = stored.handoff && (await flowOf(gateway, stored, 'pinned'));
  const row = handoffRowOf(stored);
  const live = handoffOf(stored);
  const etag = tagOf(stored) ?? undefined;
  if (!row || !live) return { handoff: null, etag };
  const steps: HandoffView['steps'][number][] = [];
  for (const [id, step] of Object.entries(flow?.steps ?? {}))
    steps.push({
      id,
      kind: step.kind,
      ...('text' in step && step.text !== undefined && { text: step.text }),
    });
  const { share, next = null, afterClose = null } = live;
  const { email, phone } = userOf(stored);
  const contact = { ...(email !== undefined && { email }), ...(phone !== undefined && { phone }) };
  const accountId = stored.accountId ?? null;
  const beside = { accountId, share: share as HandoffView['share'], next, steps, afterClose, contact };
  return { handoff: { ...row, ...beside }, etag };
}
