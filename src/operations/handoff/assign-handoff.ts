import { limits } from '../../contract/limits.ts';
import { released } from '../../domain/handoff-changes.ts';
import { UnknownColleagueError, UnknownQueueError } from '../../domain/handoff-errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { UserAccess } from '../../ports/user-access.ts';
import { changeDesk, type DeskPorts, type DeskRequest, type Done, deskTurn } from '../turn/change-desk.ts';
import { deskSettings, textToVisitor } from './desk-texts.ts';
import { assertMayChange, currentHandoff } from './held-by.ts';
import { mayAnswer } from './may-answer.ts';

/** A colleague, for whom it is kept two minutes, or another queue. */
export type Assignee = { readonly user: string } | { readonly queue: string };

/**
 * Gives a conversation to a colleague or a queue. The visitor's waiting time goes on.
 * @throws ConversationNotFoundError, NoHandoffError, HandoffMovedError, NotOwnerError, UnknownColleagueError, UnknownQueueError
 * @see handoff.md 1.2 row 8
 */
export async function assignHandoff(
  gateway: DeskPorts & { readonly access: UserAccess },
  request: DeskRequest & { readonly to: Assignee },
): Promise<Done> {
  const { to, caller, tenantId } = request;
  const settings = await deskSettings(gateway, tenantId);
  if ('queue' in to && !settings.queues.includes(to.queue))
    throw new UnknownQueueError(to.queue, settings.queues);
  if ('user' in to && !(await mayAnswer(gateway, tenantId, to.user)))
    throw new UnknownColleagueError(to.user);
  return changeDesk(gateway, request, (stored) => {
    const live = currentHandoff(stored, request.ifMatch);
    assertMayChange(live, caller);
    const nowMs = gateway.nowMs();
    const epoch = stored.epoch + 1;
    const offer = 'user' in to ? { userId: to.user, untilMs: nowMs + limits.offerMs } : null;
    const handoff = released(live, { offer, ...('queue' in to && { queue: to.queue }) }, nowMs);
    const state = stored.state as FlowState;
    const { turnId, correlationId } = request;
    const turn = deskTurn(gateway, stored, state, {
      turnId,
      correlationId,
      status: 'handoff',
      notices: [],
      says: live.state === 'taken' ? textToVisitor(stored, settings, 'looking', { nowMs }) : [],
    });
    return { turn, state, held: { epoch, handoff, lastHandoff: stored.lastHandoff } };
  });
}
