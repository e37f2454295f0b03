import { slotOf } from '../../domain/runs/slots.ts';
import type { RunName } from '../../ports/runs.ts';
import type { Gateway } from '../gateway.ts';

/** One of the messages of a reply, and the run that it belongs to. */
export interface PartOfRun extends RunName {
  readonly part: string;
  readonly expiresAtS: number;
}

/**
 * Tells a run that a message of a reply did not arrive, or that it has after all; nothing else may fail for that.
 * @see handoff.md 6.1
 */
export async function countUndelivered(
  { runs, log }: Pick<Gateway, 'runs' | 'log'>,
  { part, expiresAtS, ...name }: PartOfRun,
  state: 'failed' | 'arrived' = 'failed',
): Promise<void> {
  try {
    const startedAtMs = await (state === 'failed'
      ? runs.noteUndelivered(name, { part, expiresAtS })
      : runs.noteArrived(name, part));
    if (startedAtMs !== null) await runs.mark(name.tenantId, [slotOf(startedAtMs)]);
  } catch (error) {
    log.error('a reply that did not arrive is counted wrongly in the reports', error, { ...name, part });
  }
}
