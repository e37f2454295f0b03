import type { LiveHandoff } from '../../domain/handoff.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { currentHandoff } from '../handoff/held-by.ts';
import { changeDesk, type DeskPorts, type DeskRequest, deskTurn } from '../turn/change-desk.ts';

const delayedText = 'It takes us longer than usual to answer. What you write is kept.';

/**
 * Notes that the contact center can't be reached, or can again, which the visitor sees; that it can't they are told in
 * words, too.
 * @throws ConversationNotFoundError, NoHandoffError, NotOwnerError
 * @see handoff.md 4.4
 */
export async function tellAway(gateway: DeskPorts, request: DeskRequest, isAway: boolean): Promise<void> {
  const tenant = await gateway.directory.findTenant(request.tenantId);
  const text = tenant?.escalation?.texts?.delayed ?? delayedText;
  await changeDesk(gateway, request, (stored) => {
    const live = currentHandoff(stored, request);
    const { epoch, lastHandoff } = stored;
    const state = stored.state as FlowState;
    const { turnId, correlationId } = request;
    const turn = deskTurn(gateway, stored, state, {
      ...{ turnId, correlationId },
      status: 'handoff',
      notices: [],
      says: isAway && text.trim() !== '' ? [{ author: 'bot', text }] : [],
    });
    return { turn, state, held: { epoch, handoff: withAway(live, isAway, gateway.nowMs()), lastHandoff } };
  });
}

function withAway(live: LiveHandoff, isAway: boolean, nowMs: number): LiveHandoff {
  if (!live.center) return live;
  const { awaySinceMs: _, ...center } = live.center;
  return { ...live, center: isAway ? { ...center, awaySinceMs: nowMs } : center };
}
