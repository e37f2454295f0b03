import type { StepsAnswer } from '../../../contract/admin/reports.ts';

type Counts = Pick<StepsAnswer['steps'][number], 'stepId' | 'version' | 'reached' | 'left'>;

/** A conversation runs one version: those of a step add up. The latest that has it is where it is looked at. */
export function addUpVersions({ steps }: Pick<StepsAnswer, 'steps'>): readonly Counts[] {
  const all = new Map<string, Counts>();
  for (const { stepId, version, reached, left } of steps) {
    const known = all.get(stepId) ?? { stepId, version, reached: 0, left: 0 };
    all.set(stepId, {
      stepId,
      version: Math.max(known.version, version),
      reached: known.reached + reached,
      left: known.left + left,
    });
  }
  return [...all.values()];
}
