import { limits } from '../../contract/limits.ts';
import type { Chores } from '../../ports/chores.ts';
import type { Log } from '../../ports/log.ts';
import type { UserAdministration } from './user-administration.ts';

/**
 * Has the schedule give back what somebody has: at once, and again when nobody takes them for who they were any more. It
 * looks by itself each hour, so that a word that is lost costs time only.
 */
export function handOutGiveBack(chores: Chores, log: Log): UserAdministration['giveBack'] {
  return async (tenantId, userId) => {
    const tasks = [{ kind: 'give-back', tenantId, userId }] as const;
    try {
      await Promise.all([chores.handOut(tasks), chores.handOut(tasks, limits.giveBackAgainS)]);
    } catch (error) {
      log.error('what somebody has who may answer no more is given back later', error, { tenantId, userId });
    }
  };
}
