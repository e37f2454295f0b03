import type { HeldByCenter, LiveHandoff } from '../../domain/handoff.ts';
import { handoffOf } from '../../domain/handoff.ts';
import type { Stored } from '../turn/change-as-agent.ts';

/** The state of a handoff that a contact center was asked for. */
export type CenterHandoffState =
  | { readonly is: 'live'; readonly live: LiveHandoff; readonly center: HeldByCenter }
  /** People of the tenant have taken it. */
  | { readonly is: 'taken_elsewhere' }
  | { readonly is: 'over'; readonly outcome: string; readonly by: string | null };

/** @param stored null where its visitor has been erased, or nothing is kept of it any more */
export function centerHandoffState(stored: Stored | null, handoffId: string): CenterHandoffState {
  const live = stored && handoffOf(stored);
  if (live?.id === handoffId && live.center)
    return live.center.isOut ? { is: 'taken_elsewhere' } : { is: 'live', live, center: live.center };
  const last = stored?.lastHandoff;
  if (last?.id === handoffId) return { is: 'over', outcome: last.outcome, by: last.by ?? null };
  // Nothing else takes it away without leaving it as the last one, but another handoff behind it.
  const outcome = stored?.erasedAtMs !== undefined || !stored ? 'erased' : 'closed';
  return { is: 'over', outcome, by: null };
}
