import { useTranslation } from 'react-i18next';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';

const shownOfId = 6;

/** The display names of users. */
export function useNames(): {
  readonly visitorOf: (visitor: Pick<HandoffRow['visitor'], 'id' | 'name'>) => string;
} {
  const { t } = useTranslation('inbox');
  return { visitorOf: ({ name, id }) => name ?? t('visitor', { id: id.slice(-shownOfId) }) };
}
