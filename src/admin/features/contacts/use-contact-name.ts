import { useTranslation } from 'react-i18next';
import type { ContactRow } from '../../../contract/admin/contacts.ts';

/** The display name of a contact: of what is known, what people recognize first. */
export function useContactName(): (contact: Pick<ContactRow, 'name' | 'email' | 'phone'>) => string {
  const { t } = useTranslation('conversations');
  return ({ name, email, phone }) => name ?? email ?? phone ?? t('contacts.unnamed');
}
