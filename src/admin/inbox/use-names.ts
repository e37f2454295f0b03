import type { HandoffRow } from '../../contract/admin/handoffs.ts';
import { useTexts } from '../texts/texts.ts';

const shownOfId = 6;

/** What people are called on the page. */
export function useNames(): { readonly visitorOf: (visitor: HandoffRow['visitor']) => string } {
  const { inbox } = useTexts();
  return { visitorOf: ({ name, id }) => name ?? inbox.visitor(id.slice(-shownOfId)) };
}
