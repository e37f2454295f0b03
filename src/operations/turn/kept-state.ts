import type { FlowState } from '../../engine/interfaces.ts';

/**
 * What is stored of a flow's state: a run that has ended leaves where it ended and its figures, and neither what was
 * said nor what it knew of the visitor.
 * @see design 6, docs/data.md
 */
export function keptState(state: FlowState): FlowState {
  if (state.status !== 'completed') return state;
  const { offered: _, frames: __, progress: ___, wake: ____, ...ended } = state;
  return { ...ended, variables: {}, history: [] };
}
