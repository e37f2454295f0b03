import { addressGroup } from '../../channels/checks/address-group.ts';
import type { Caller } from '../../channels/webchat-http/verify.ts';
import { limits } from '../../contract/limits.ts';
import { TooManyNewSessionsError } from '../../domain/errors.ts';
import { deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';

/**
 * Counts a session's first message by its source address, beside the flow: nothing of the turn is stored before the
 * count is known, so that it costs one write and no round trip.
 * @returns the gateway to run the turn with, and the count's end
 * @see design 2.4
 */
export function guardNewSession<
  G extends Pick<Gateway, 'sessionAllowance' | 'idKeys' | 'conversations' | 'nowMs'>,
>(gateway: G, caller: Caller, sourceIp: string): { readonly gateway: G; readonly counted: Promise<void> } {
  const counted = countSession(gateway, caller, sourceIp);
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
  { sessionAllowance, idKeys, nowMs }: Pick<Gateway, 'sessionAllowance' | 'idKeys' | 'nowMs'>,
  { tenant, widget }: Caller,
  sourceIp: string,
): Promise<void> {
  const limit = widget.new_sessions_per_address ?? limits.newSessionsPerAddress;
  if (limit === 0) return;
  // Salted, so that the table tells nobody's address.
  const address = deriveId((await idKeys())[0], 'address', tenant.id, addressGroup(sourceIp));
  const taken = await sessionAllowance.take(`${tenant.id}#address#${address}`, limit);
  if (!taken.ok) throw new TooManyNewSessionsError(limit, taken.retryAtMs - nowMs());
}
