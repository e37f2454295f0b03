import * as z from 'zod/mini';
import { type HandoffRow, type HandoffView, handoffRow } from '../../../contract/admin/handoffs.ts';
import { ApiError } from '../../api/api.ts';
import { useConsole } from '../../components/console-context.ts';
import { changeHandoff, type HandoffAction } from './change-handoff.ts';
import { rowOf, useInbox } from './inbox-context.ts';
import { updateOf } from './live/inbox-cache.ts';
import type { LiveInbox } from './live/live-inbox.ts';

/** Changes a conversation on what is shown of it, and shows at once what came of it. @throws ApiError */
export type Act = (row: HandoffRow, what: HandoffAction, body: object) => Promise<HandoffView | null>;

/** The actions of an agent on a conversation. @see handoff.md 2.1 */
export function useInboxActions(): Act {
  const { call } = useConsole();
  const { live } = useInbox();
  return async (row, what, body) => {
    // An undo stands on what it undoes.
    const shown = rowOf(live.state.getState(), row.conversationId) ?? row;
    const { body: answer } = await changeHandoff(call, shown, what, body).catch((error) =>
      applyConflict(live, shown, error),
    );
    showNow(live, shown, answer.handoff);
    return answer.handoff;
  };
}

/** Shows the response of a write before the poll reports it. */
export function showNow(live: LiveInbox, row: HandoffRow, handoff: HandoffRow | null): void {
  const { conversationId, version } = row;
  live.apply([handoff ? updateOf(handoff) : { conversationId, version: version + 1, handoff: null }]);
}

const moved = z.object({ handoff: z.nullable(handoffRow) });

/** Shows the state that a faster teammate caused, too. @throws the error */
export function applyConflict(live: LiveInbox, row: HandoffRow, error: unknown): never {
  const current = error instanceof ApiError ? moved.safeParse(error.problem?.current).data : undefined;
  if (current) showNow(live, row, current.handoff);
  throw error;
}

/** Returns the handoff in a rejection: undefined if it has none, null if it has ended. */
export function movedTo({ problem }: ApiError): HandoffRow | null | undefined {
  return problem?.code === 'handoff_moved' ? moved.safeParse(problem.current).data?.handoff : undefined;
}
