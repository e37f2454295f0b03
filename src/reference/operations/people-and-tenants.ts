import { auditPage, auditQuery } from '../../contract/admin/audit.ts';
import {
  conversationView,
  erasure,
  exportQuery,
  messagesQuery,
  messageTrace,
  personExport,
  transcriptPage,
} from '../../contract/admin/conversations.ts';
import { handoffSettingsBody, handoffSettingsView } from '../../contract/admin/handoff-settings.ts';
import {
  newTenant,
  tenantPatch,
  tenantsPage,
  tenantsQuery,
  tenantView,
} from '../../contract/admin/tenants.ts';
import {
  adminNames,
  adminUser,
  invitation,
  userChange,
  userPage,
  usersQuery,
} from '../../contract/admin/users.ts';
import { erasing } from '../examples/conversations.ts';
import type { OperationReference } from '../operation-reference.ts';

const stale = ['precondition_required', 'precondition_failed'] as const;
const userAnswer = { means: 'The user.', body: adminUser, headers: ['etag'] } as const;
const tenantAnswer = { means: 'The tenant.', body: tenantView, headers: ['etag'] } as const;
const settingsAnswer = {
  means: 'The settings, and which live flows name which queue.',
  body: handoffSettingsView,
  headers: ['etag'],
} as const;
const onUser = ['user_not_found', 'own_account', 'role_above_own', 'user_busy'] as const;

/** Conversations as they are looked at, users, visitors’ data, tenants and the audit log. */
export const peopleAndTenants = {
  'read-conversation': {
    summary: 'Read how a conversation stands',
    description: 'Status, flow position, variables, visitor and handoff as they are now.',
    answers: { 200: { means: 'The conversation.', body: conversationView } },
    problems: ['conversation_not_found'],
  },
  'list-messages': {
    summary: 'Read a conversation’s messages, and whether each reply has arrived',
    description: 'The oldest first; `after` goes on behind a message that you have.',
    query: messagesQuery,
    answers: { 200: { means: 'A page of them, oldest first.', body: transcriptPage } },
    problems: ['invalid_parameter', 'conversation_not_found'],
  },
  'trace-message': {
    summary: 'See why a message was answered as it was',
    description: 'Steps, branches and outside calls of the turn, its events, and what became of each reply.',
    answers: { 200: { means: 'Its way through the flow.', body: messageTrace } },
    problems: ['conversation_not_found', 'message_not_found'],
  },
  'list-admins': {
    summary: 'See whom to ask',
    description: 'Names of the tenant’s admins, for those who may not do something themselves.',
    answers: { 200: { means: 'The names of up to five admins.', body: adminNames } },
  },
  'list-audit': {
    summary: 'Read who changed what',
    description:
      'The latest first, filtered by user, action, resource and time. Entries are kept for 400 days.',
    query: auditQuery,
    answers: { 200: { means: 'A page of it, the latest first.', body: auditPage } },
    problems: ['invalid_parameter'],
  },
  'list-users': {
    summary: 'List who may sign in',
    description: 'Of the tenant, by their ids, with role, status and whether a second factor is set up.',
    query: usersQuery,
    answers: { 200: { means: 'A page of them.', body: userPage } },
    problems: ['invalid_parameter'],
  },
  'invite-user': {
    summary: 'Invite somebody',
    description: 'They are sent a temporary password by e-mail. Nobody invites to a role above their own.',
    headers: ['idempotencyKey'],
    body: invitation,
    answers: { 201: userAnswer },
    problems: ['invalid_body', 'already_exists', 'role_above_own'],
  },
  'read-user': {
    summary: 'Read a user',
    description: 'As the user pool has them at this moment.',
    answers: { 200: userAnswer },
    problems: ['user_not_found'],
  },
  'change-user': {
    summary: 'Change a user’s role, disable or enable them',
    description:
      'A lower role or `disabled` holds within a minute. Nobody changes their own, or removes the last admin.',
    headers: ['ifMatch'],
    body: userChange,
    answers: { 200: userAnswer },
    problems: ['invalid_body', ...onUser, 'last_admin', ...stale],
  },
  'delete-user': {
    summary: 'Delete a user',
    description: 'Their access ends within a minute. Nobody deletes themselves, or the last admin.',
    headers: ['ifMatch'],
    answers: { 204: { means: 'They are gone, and signed out.' } },
    problems: [...onUser, 'last_admin', ...stale],
  },
  'reset-password': {
    summary: 'Send a user a code for a new password',
    description: 'A user who has not signed in yet is invited again.',
    headers: ['mayMatch', 'idempotencyKey'],
    answers: { 200: userAnswer },
    problems: [...onUser, 'user_disabled', 'precondition_failed'],
  },
  'reset-mfa': {
    summary: 'Forget a user’s second factor',
    description: 'They set up another one at their next sign-in, where the stage asks for it.',
    headers: ['mayMatch', 'idempotencyKey'],
    answers: { 200: userAnswer },
    problems: [...onUser, 'precondition_failed'],
  },
  'sign-out-user': {
    summary: 'End every sign-in of a user',
    description: 'Tokens that they hold are refused within a minute; one’s own, too.',
    headers: ['mayMatch', 'idempotencyKey'],
    answers: { 200: userAnswer },
    problems: [...onUser, 'precondition_failed'],
  },
  'export-person': {
    summary: 'Read everything that is kept of a visitor',
    description:
      'Page by page, with a `cursor` while there is more: conversations, messages, files and identities of a visitor on a channel.',
    query: exportQuery,
    answers: { 200: { means: 'A page of it; go on while `cursor` is not null.', body: personExport } },
    problems: ['invalid_parameter', 'channel_not_found'],
  },
  'erase-person': {
    summary: 'Erase everything that is kept of a visitor',
    description:
      '202 while there is more to erase: ask again until it is 200. Counts of reports and an audit entry stay.',
    answers: {
      200: { means: 'All is gone.', body: erasure },
      202: {
        means: 'There is more: send the same request again, which goes on.',
        body: erasure,
        examples: { 'Not all yet': erasing },
      },
    },
    problems: ['invalid_parameter', 'channel_not_found'],
  },
  'list-tenants': {
    summary: 'List the tenants',
    description: 'By their ids; super-admins only.',
    query: tenantsQuery,
    answers: { 200: { means: 'A page of them.', body: tenantsPage } },
    problems: ['invalid_parameter'],
  },
  'create-tenant': {
    summary: 'Create a tenant',
    description: 'It is served at once, unless `status` says `suspended`. Its first admin is invited apart.',
    headers: ['idempotencyKey'],
    body: newTenant,
    answers: { 201: tenantAnswer },
    problems: ['invalid_body', 'already_exists'],
  },
  'read-tenant': {
    summary: 'Read a tenant',
    description: 'Limits, features, retention, queues and who changed it last; super-admins only.',
    answers: { 200: tenantAnswer },
  },
  'change-tenant': {
    summary: 'Change a tenant',
    description: 'What is left out stays; null takes away what a tenant may be without.',
    headers: ['ifMatch'],
    body: tenantPatch,
    answers: { 200: tenantAnswer },
    problems: ['invalid_body', 'in_use', ...stale],
  },
  'read-handoff-settings': {
    summary: 'Read how the tenant’s people answer visitors',
    description: 'Queues, texts and times, and which live flow names which queue.',
    answers: { 200: settingsAnswer },
  },
  'change-handoff-settings': {
    summary: 'Change queues, and how the tenant’s people answer visitors',
    description: 'What is left out is set no more. A queue that a live flow names can’t be removed.',
    headers: ['ifMatch'],
    body: handoffSettingsBody,
    answers: { 200: settingsAnswer },
    problems: ['invalid_body', 'in_use', ...stale],
  },
  'suspend-tenant': {
    summary: 'Suspend a tenant: nobody can write to it, and nothing is sent',
    description: 'What was accepted waits until the tenant is resumed. Its people can’t sign in.',
    headers: ['ifMatch', 'idempotencyKey'],
    answers: { 200: tenantAnswer },
    problems: [...stale],
  },
  'resume-tenant': {
    summary: 'Let a suspended tenant go on',
    description: 'What has waited goes on within a few minutes.',
    headers: ['ifMatch', 'idempotencyKey'],
    answers: { 200: tenantAnswer },
    problems: [...stale],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;
