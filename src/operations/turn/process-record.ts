import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { findActiveTenant } from '../directory/find-active-tenant.ts';
import type { Gateway } from '../gateway.ts';
import { giveUpTurn } from './abandon-turn.ts';
import { runTurn } from './run-turn.ts';

/** How long one turn may take on the queue: five of the slowest steps. */
const turnTimeMs = 5 * limits.stepTimeoutMs;

/**
 * Runs the turn of one queued message; a turn that was acknowledged before it is finished first.
 * @param lastTry whether the queue gives the record up when it fails once more
 * @throws TenantNotFoundError for a tenant suspended meanwhile: its messages wait among the dead letters
 * @throws when the turn can't be committed: the queue delivers the record again
 * @see design 5.3, 5.4
 */
export async function processRecord(gateway: Gateway, record: TurnRecord, lastTry: boolean): Promise<void> {
  await findActiveTenant(gateway, record.message.tenantId);
  try {
    await runInTurn(gateway, record);
  } catch (error) {
    if (lastTry) await giveUpTurn(gateway, record);
    throw error;
  }
}

async function runInTurn(gateway: Gateway, record: TurnRecord): Promise<void> {
  for (;;) {
    const result = await runTurn(gateway, record, {
      deadlineMs: gateway.nowMs() + turnTimeMs,
      handOverBackground: false,
    });
    if (result.outcome === 'committed') return;
    const earlier = result.conversation.openTurn?.record;
    if (!earlier || earlier.turnId === record.turnId) throw new TemporarilyUnavailableError();
    await runInTurn(gateway, earlier);
  }
}
