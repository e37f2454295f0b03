import { auditPage, auditQuery } from '../admin/audit.ts';
import {
  contactConversationsPage,
  contactExport,
  contactPatch,
  contactsPage,
  contactsQuery,
  contactView,
  newContact,
} from '../admin/contacts.ts';
import { erasure, exportQuery, personExport } from '../admin/conversations.ts';
import { labelsBody, labelsView } from '../admin/labels.ts';
import { pageQuery } from '../admin/lists.ts';
import {
  handoffSettingsBody,
  handoffSettingsView,
  newTenant,
  tenantPatch,
  tenantsPage,
  tenantView,
} from '../admin/tenants.ts';
import { adminNames, adminUser, invitation, userChange, userPage } from '../admin/users.ts';
import { erasing } from '../examples/conversations.ts';
import { madeServiceKey, newServiceKey, serviceKeysPage } from '../service/keys.ts';
import { type Operations, pageOf } from './operation.ts';

const tenantAnswer = { means: 'The tenant.', body: tenantView, headers: ['etag'] } as const;
const settingsAnswer = {
  200: {
    means: 'The settings, and the live flows that use each queue.',
    body: handoffSettingsView,
    headers: ['etag'],
  },
} as const;

const labelsAnswer = {
  200: { means: 'The labels, in the order in which they are shown.', body: labelsView, headers: ['etag'] },
} as const;

/** Tenants and their handoff settings. */
export const tenants = {
  'list-tenants': {
    route: 'GET /tenants',
    capability: 'tenants:manage',
    summary: 'List tenants',
    description: 'Sorted by id. For super-admins only.',
    query: pageQuery,
    answers: pageOf(tenantsPage),
  },
  'create-tenant': {
    route: 'POST /tenants',
    capability: 'tenants:manage',
    summary: 'Create a tenant',
    description: 'Active at once unless `status` is `suspended`. Invite its first admin separately.',
    body: newTenant,
    answers: { 201: tenantAnswer },
    problems: ['already_exists'],
  },
  'read-tenant': {
    route: 'GET /tenants/{tenantId}',
    capability: 'tenants:manage',
    summary: 'Get a tenant',
    description: 'Limits, features, retention, queues and the last change. For super-admins only.',
    answers: { 200: tenantAnswer },
  },
  'change-tenant': {
    route: 'PATCH /tenants/{tenantId}',
    capability: 'tenants:manage',
    summary: 'Update a tenant',
    description: 'Omitted fields keep their value; null removes an optional field.',
    headers: ['ifMatch'],
    body: tenantPatch,
    answers: { 200: tenantAnswer },
    problems: ['in_use'],
  },
  'suspend-tenant': {
    route: 'POST /tenants/{tenantId}/suspend',
    capability: 'tenants:manage',
    summary: 'Suspend a tenant',
    description:
      'Nothing is accepted or sent, and its team can’t sign in. Accepted messages wait until the tenant is resumed.',
    headers: ['ifMatch'],
    answers: { 200: tenantAnswer },
  },
  'resume-tenant': {
    route: 'POST /tenants/{tenantId}/resume',
    capability: 'tenants:manage',
    summary: 'Resume a tenant',
    description: 'Waiting messages are processed within a few minutes.',
    headers: ['ifMatch'],
    answers: { 200: tenantAnswer },
  },
  'read-handoff-settings': {
    route: 'GET /handoff-settings',
    capability: 'channels:configure',
    summary: 'Get handoff settings',
    description: 'Queues, texts and time limits, and the live flows that use each queue.',
    answers: settingsAnswer,
  },
  'change-handoff-settings': {
    route: 'PUT /handoff-settings',
    capability: 'channels:configure',
    summary: 'Replace handoff settings',
    description: 'Omitted fields are unset. A queue that a live flow uses can’t be removed.',
    headers: ['ifMatch'],
    body: handoffSettingsBody,
    answers: settingsAnswer,
    problems: ['in_use'],
  },
  'read-labels': {
    route: 'GET /labels',
    capability: 'conversations:answer',
    summary: 'Get labels',
    description: 'The labels that agents can add to conversations of the tenant.',
    answers: labelsAnswer,
  },
  'change-labels': {
    route: 'PUT /labels',
    capability: 'channels:configure',
    summary: 'Replace labels',
    description:
      'At most 50, with names that differ in more than case. A label is identified by `id`: conversations keep a renamed label and lose one that is missing.',
    headers: ['ifMatch'],
    body: labelsBody,
    answers: labelsAnswer,
  },
} as const satisfies Operations;

/** API keys of a tenant's systems. */
export const serviceKeys = {
  'list-service-keys': {
    route: 'GET /service-keys',
    capability: 'users:manage',
    summary: 'List API keys',
    description: 'Names, capabilities and last use. The keys themselves are never returned again.',
    query: pageQuery,
    answers: pageOf(serviceKeysPage),
  },
  'create-service-key': {
    route: 'POST /service-keys',
    capability: 'users:manage',
    summary: 'Create an API key',
    description: '`key` is returned only once: in the answer to a repeated request it is null.',
    body: newServiceKey,
    examples: { 'A shop that starts conversations': { name: 'Shop', capabilities: ['messages:send'] } },
    answers: { 201: { means: 'The key.', body: madeServiceKey } },
  },
  'revoke-service-key': {
    route: 'DELETE /service-keys/{keyId}',
    capability: 'users:manage',
    summary: 'Revoke an API key',
    description: 'Requests with the key are refused within half a minute.',
    answers: { 204: { means: 'Revoked.' } },
  },
} as const satisfies Operations;

/** The audit log, and the admins to ask. */
export const audit = {
  'list-admins': {
    route: 'GET /admins',
    capability: 'flows:view',
    summary: 'List admins',
    description: 'Names of up to five admins of the tenant, to ask for permission.',
    answers: { 200: { means: 'The names.', body: adminNames } },
  },
  'list-audit': {
    route: 'GET /audit',
    capability: 'audit:view',
    summary: 'List audit log entries',
    description: 'Newest first, filtered by user, action, resource and time. Entries are kept for 400 days.',
    query: auditQuery,
    answers: pageOf(auditPage),
  },
} as const satisfies Operations;

const userAnswer = { means: 'The user.', body: adminUser, headers: ['etag'] } as const;
const onUser = ['own_account', 'role_above_own', 'user_busy'] as const;

/** People who sign in to the console. */
export const users = {
  'list-users': {
    route: 'GET /users',
    capability: 'users:manage',
    summary: 'List users',
    description: 'Sorted by id, each with role, status and whether a second factor is set up.',
    query: pageQuery,
    answers: pageOf(userPage),
  },
  'invite-user': {
    route: 'POST /users',
    capability: 'users:manage',
    summary: 'Invite a user',
    description: 'Sends a temporary password by email. You can’t invite someone to a role above your own.',
    body: invitation,
    answers: { 201: userAnswer },
    problems: ['already_exists', 'role_above_own'],
  },
  'read-user': {
    route: 'GET /users/{userId}',
    capability: 'users:manage',
    summary: 'Get a user',
    description: 'Returns the user as currently stored in the user pool.',
    answers: { 200: userAnswer },
  },
  'change-user': {
    route: 'PATCH /users/{userId}',
    capability: 'users:manage',
    summary: 'Update a user',
    description:
      'Changes the role, disables or enables. A lower role or `disabled` takes effect within a minute. You can’t change yourself or demote the last admin.',
    headers: ['ifMatch'],
    body: userChange,
    answers: { 200: userAnswer },
    problems: [...onUser, 'last_admin'],
  },
  'delete-user': {
    route: 'DELETE /users/{userId}',
    capability: 'users:manage',
    summary: 'Delete a user',
    description: 'Access ends within a minute. You can’t delete yourself or the last admin.',
    headers: ['ifMatch'],
    answers: { 204: { means: 'Deleted and signed out.' } },
    problems: [...onUser, 'last_admin'],
  },
  'reset-password': {
    route: 'POST /users/{userId}/reset-password',
    capability: 'users:manage',
    summary: 'Reset a password',
    description: 'Sends a code for a new password. A user who has not signed in yet is invited again.',
    headers: ['mayMatch'],
    answers: { 200: userAnswer },
    problems: [...onUser, 'user_disabled'],
  },
  'reset-mfa': {
    route: 'POST /users/{userId}/reset-mfa',
    capability: 'users:manage',
    summary: 'Reset a second factor',
    description: 'Where the stage requires one, the user sets up a new one at the next sign-in.',
    headers: ['mayMatch'],
    answers: { 200: userAnswer },
    problems: [...onUser],
  },
  'sign-out-user': {
    route: 'POST /users/{userId}/sign-out',
    capability: 'users:manage',
    summary: 'Sign a user out everywhere',
    description: 'Their tokens are refused within a minute. You can sign yourself out, too.',
    headers: ['mayMatch'],
    answers: { 200: userAnswer },
    problems: [...onUser],
  },
} as const satisfies Operations;

const contactAnswer = { means: 'The contact.', body: contactView, headers: ['etag'] } as const;

/** People of a tenant across conversations. */
export const contacts = {
  'list-contacts': {
    route: 'GET /contacts',
    capability: 'conversations:view',
    summary: 'List contacts',
    description:
      'Last seen first. With `conversation`, only the contact of that conversation, if it has one. With `q`, the contacts whose name, email address, phone number, labels, attributes or ids have every word of it, newest first; a word matches the words that begin with it, in any case and with or without accents. A new or changed contact is found within a minute.',
    query: contactsQuery,
    answers: pageOf(contactsPage),
  },
  'create-contact': {
    route: 'POST /contacts',
    capability: 'conversations:answer',
    summary: 'Create a contact',
    description:
      'With `conversationId`, its visitor becomes the contact. Most contacts are created automatically: verified visitors, users of chat apps and contact centers, and visitors who leave a name, email address or phone number.',
    body: newContact,
    examples: { 'A customer': { name: 'Ada Lovelace', email: 'ada@example.com', labels: ['vip'] } },
    answers: { 201: contactAnswer },
    problems: ['already_exists', 'conversation_not_found'],
  },
  'read-contact': {
    route: 'GET /contacts/{contactId}',
    capability: 'conversations:view',
    summary: 'Get a contact',
    description:
      'Details, identities and the last change. A merged contact no longer exists; its identities belong to the other one.',
    answers: { 200: contactAnswer },
  },
  'change-contact': {
    route: 'PATCH /contacts/{contactId}',
    capability: 'conversations:answer',
    summary: 'Update a contact',
    description:
      'Omitted fields keep their value; null restores what the channel reported. A changed contact is kept until it is erased.',
    headers: ['ifMatch'],
    body: contactPatch,
    answers: { 200: contactAnswer },
  },
  'list-contact-conversations': {
    route: 'GET /contacts/{contactId}/conversations',
    capability: 'conversations:view',
    summary: 'List the conversations of a contact',
    description: 'On all channels, as long as they are stored.',
    query: pageQuery,
    answers: pageOf(contactConversationsPage),
  },
} as const satisfies Operations;

const erased = {
  200: { means: 'Everything is erased.', body: erasure },
  202: {
    means: 'There is more: send the same request again to continue.',
    body: erasure,
    examples: { 'More to erase': erasing },
  },
} as const;

/** Everything stored about a visitor. */
export const people = {
  'export-contact': {
    route: 'GET /contacts/{contactId}/export',
    capability: 'people:manage',
    summary: 'Export the data of a contact',
    description: 'The contact, and its conversations, messages and files on all channels, page by page.',
    query: exportQuery,
    answers: { 200: { means: 'One page; continue while `cursor` is not null.', body: contactExport } },
  },
  'erase-contact': {
    route: 'DELETE /contacts/{contactId}',
    capability: 'people:manage',
    summary: 'Erase a contact',
    description:
      'Also its conversations on all channels. Repeat the request while it answers 202. Report counts and an audit log entry remain.',
    answers: erased,
  },
  'export-person': {
    route: 'GET /people/{channel}/{userId}/export',
    capability: 'people:manage',
    summary: 'Export the data of a visitor',
    description: 'Conversations, messages, files and identities of a visitor on a channel, page by page.',
    query: exportQuery,
    answers: { 200: { means: 'One page; continue while `cursor` is not null.', body: personExport } },
    problems: ['channel_not_found'],
  },
  'erase-person': {
    route: 'DELETE /people/{channel}/{userId}',
    capability: 'people:manage',
    summary: 'Erase the data of a visitor',
    description: 'Repeat the request while it answers 202. Report counts and an audit log entry remain.',
    answers: erased,
    problems: ['channel_not_found'],
  },
} as const satisfies Operations;
