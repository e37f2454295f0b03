import type { SideEntry } from '../../domain/conversation.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import type { Gateway } from '../gateway.ts';

/** An entry beside a conversation, as of now. */
export function sideEntryOf(
  { nowMs, random }: Pick<Gateway, 'nowMs' | 'random'>,
  by: SideEntry['by'],
  details: Partial<Pick<SideEntry, 'event' | 'to' | 'text' | 'mention' | 'triage'>>,
): SideEntry {
  return {
    id: newMessageId(nowMs, random),
    at: new Date(nowMs()).toISOString(),
    by,
    text: '',
    ...details,
  };
}
