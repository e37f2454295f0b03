import type { Caller } from '../../channels/webchat-http/verify.ts';
import { limits } from '../../contract/limits.ts';
import { TooManyNewSessionsError } from '../../domain/errors.ts';
import type { Gateway } from '../gateway.ts';

/**
 * Counts a session's first message by its source address, beside the flow: nothing of the turn is stored before the
 * count is known, so that it costs one write and no round trip.
 * @param address its salted hash
 * @returns the gateway to run the turn with, and the count's end
 * @see design 2.4
 */
export function guardNewSession<G extends Pick<Gateway, 'sessionAllowance' | 'conversations' | 'nowMs'>>(
  gateway: G,
  caller: Caller,
  address: string,
): { readonly gateway: G; readonly counted: Promise<void> } {
  const counted = countSession(gateway, caller, address);
  // Whoever saves first, or answers, hears of it.
  counted.catch(() => undefined);
  const { conversations } = gateway;
  const guarded: G['conversations'] = {
    find: (...name) => conversations.find(...name),
    findWithAnswer: (...names) => conversations.findWithAnswer(...names),
    clearOutbox: (...turn) => conversations.clearOutbox(...turn),
    markSettled: (...turn) => conversations.markSettled(...turn),
    enterPoll: (...poll) => conversations.enterPoll(...poll),
    listDue: (...page) => conversations.listDue(...page),
    async save(next) {
      await counted;
      await conversations.save(next);
    },
  };
  return { gateway: { ...gateway, conversations: guarded }, counted };
}

/** @throws TooManyNewSessionsError */
async function countSession(
  { sessionAllowance, nowMs }: Pick<Gateway, 'sessionAllowance' | 'nowMs'>,
  { tenant, widget }: Caller,
  address: string,
): Promise<void> {
  const limit = widget.new_sessions_per_address ?? limits.newSessionsPerAddress;
  if (limit === 0) return;
  const taken = await sessionAllowance.take(`${tenant.id}#address#${address}`, limit);
  if (!taken.ok) throw new TooManyNewSessionsError(limit, taken.retryAtMs - nowMs());
}
