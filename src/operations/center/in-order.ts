import type { AgentRecord } from '../../contract/center-records.ts';
import { limits } from '../../contract/limits.ts';
import type { CenterArrivals } from '../../ports/center-links.ts';

/** What of a center's is to be carried out now, in its order. */
export interface Ready {
  readonly record: AgentRecord;
  /** Something before it has not come in time. */
  readonly followsGap: boolean;
  /** How things stand once it is carried out. */
  readonly arrivals: Omit<CenterArrivals, 'version'>;
}

/**
 * What is ready once a record has come: itself and what waited for it; nothing while something before it is missing.
 * @returns `parked` when the record itself must wait for what comes before it
 * @see handoff.md 4.2
 */
export function inOrder(
  before: CenterArrivals,
  record: AgentRecord,
): { readonly ready: readonly Ready[]; readonly parked: CenterArrivals['parked'] | null } {
  const { position } = record;
  const goesOnTo = Math.max(0, ...record.doings.map((one) => (one.type === 'goes-on' ? one.position : 0)));
  if (goesOnTo > 0) return { ready: readyOf(before, before.parked, goesOnTo), parked: null };
  // It has no place, or the gap before which it belongs has been waited for in vain.
  if (position === undefined || position <= before.position)
    return { ready: [{ record, followsGap: false, arrivals: before }], parked: null };
  const parked = [...before.parked.filter(({ turnId }) => turnId !== record.turnId), record].sort(byPosition);
  const isTooMany = parked.length > limits.centerParked;
  const ready = readyOf(before, parked, isTooMany ? position : 0);
  return { ready, parked: ready.length === 0 ? parked : null };
}

const byPosition = ({ position: a = 0 }: AgentRecord, { position: b = 0 }: AgentRecord) => a - b;

/** @param goesOnTo what is missing up to it is waited for no more */
function readyOf(
  { tenantId, handoffId, position: begun }: CenterArrivals,
  parked: readonly AgentRecord[],
  goesOnTo: number,
): Ready[] {
  const ready: Ready[] = [];
  let position = begun;
  for (const [n, record] of parked.entries()) {
    const at = record.position ?? 0;
    const followsGap = at > position + 1;
    if (followsGap && at > goesOnTo) break;
    position = at;
    const arrivals = { tenantId, handoffId, position, parked: parked.slice(n + 1) };
    ready.push({ record, followsGap, arrivals });
  }
  return ready;
}
