import type { HandoffRow } from '../../contract/admin/handoffs.ts';
import { useInboxTexts } from '../texts/inbox-texts.ts';

const shownOfId = 6;

/** What people are called on the page. */
export function useNames(): { readonly visitorOf: (visitor: HandoffRow['visitor']) => string } {
  const inbox = useInboxTexts();
  return { visitorOf: ({ name, id }) => name ?? inbox.visitor(id.slice(-shownOfId)) };
}
