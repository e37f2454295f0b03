import { contactConversationsPage, contactsPage, contactView } from '../../../contract/admin/contacts.ts';
import { get, list } from '../../api/queries.ts';

export const contactsQuery = list('/v1/admin/contacts', contactsPage, { query: { limit: 50 } });

/** Contacts with these words. */
export const foundContactsQuery = (q: string, limit: number) =>
  list('/v1/admin/contacts', contactsPage, { query: { q, limit } });

export const contactQuery = (contactId: string) =>
  get('/v1/admin/contacts/{contactId}', contactView, { path: { contactId } });

/** The contact of a conversation, if it has one. */
export const contactOfQuery = (conversation: string) =>
  get('/v1/admin/contacts', contactsPage, { query: { conversation } });

export const contactConversationsQuery = (contactId: string) =>
  list('/v1/admin/contacts/{contactId}/conversations', contactConversationsPage, { path: { contactId } });
