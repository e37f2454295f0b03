import { limits } from '../contract/limits.ts';
import type { TurnRecord } from '../contract/turn-record.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { Gateway } from './gateway.ts';
import { runTurn } from './run-turn.ts';

/** How long one turn may take on the queue: five of the slowest steps. */
const turnTimeMs = 5 * limits.stepTimeoutMs;

/**
 * Runs the turn of one queued message; a turn that was acknowledged before it is finished first.
 * @throws when the turn can't be committed: the queue delivers the record again
 * @see design 5.3, 5.4
 */
export async function processRecord(gateway: Gateway, record: TurnRecord): Promise<void> {
  for (;;) {
    const result = await runTurn(gateway, record, {
      deadlineMs: gateway.nowMs() + turnTimeMs,
      handOverBackground: false,
    });
    if (result.outcome === 'committed') return;
    const earlier = result.conversation.openTurn?.record;
    if (!earlier || earlier.turnId === record.turnId) throw new TemporarilyUnavailableError();
    await processRecord(gateway, earlier);
  }
}
