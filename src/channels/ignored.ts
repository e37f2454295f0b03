import type { InboundItem } from './channel.ts';

const chars = 64;

/** The type of a message to a group, which has a metric of its own. @see design 2.7 */
export const groupMessage = 'group_message';

/** An item that no conversation needs; its type, which a stranger may have chosen, is cut for the log. */
export function ignored(type: string): InboundItem {
  return { kind: 'ignored', type: type.slice(0, chars) };
}
