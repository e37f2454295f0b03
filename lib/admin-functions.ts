import { indexNames } from '../src/contract/tables.ts';
import type { FunctionDefinition } from './access.ts';

/** The rows of the table of functions behind the admin application. @see design 9 */
export const adminFunctions = {
  'auth-bff': {
    bundle: 'auth-bff',
    access: {
      tables: {
        directory: ['BatchGetItem', 'GetItem'],
        // When users were last seen.
        rateLimits: ['UpdateItem'],
      },
    },
  },
  admin: {
    bundle: 'admin',
    access: {
      tables: {
        directory: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'],
        audit: ['PutItem', 'Query', 'UpdateItem'],
        contacts: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        conversations: ['BatchGetItem', 'GetItem'],
        messages: ['BatchGetItem', 'Query'],
        // Requests with an idempotency key, and what became of replies.
        // And accounts whose replies wait, and files.
        dedup: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        // Whether an account is paused, the state of its calls, and rejections by day.
        rateLimits: ['BatchGetItem', 'GetItem', 'UpdateItem'],
        runs: ['BatchGetItem', 'Query'],
        search: ['BatchGetItem', 'Query'],
      },
      queries: [
        indexNames.byCredential,
        indexNames.waiting,
        indexNames.recent,
        indexNames.open,
        indexNames.byFlow,
        indexNames.byPlace,
        indexNames.byUser,
        indexNames.contacts,
        // Since when visitors wait for an agent.
        indexNames.inbox,
      ],
      objects: { clean: ['GetObject'] },
      changesSecrets: true,
      readsVerifyTokens: true,
      // For queues that begin to assign, and for members who leave one.
      enqueuesJobs: true,
      // For contacts that were changed.
      enqueuesRunTasks: true,
      // Cursors of lists are signed.
      derivesIds: true,
    },
  },
  'admin-users': {
    bundle: 'admin-users',
    access: {
      tables: {
        directory: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'],
        audit: ['PutItem', 'UpdateItem'],
        dedup: ['DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        // When users were last seen.
        rateLimits: ['BatchGetItem'],
      },
      // Conversations of agents who may no longer reply are released.
      enqueuesJobs: true,
      // Cursors of lists are signed.
      derivesIds: true,
      asksUserPool: [
        'AdminCreateUser',
        'AdminDeleteUser',
        'AdminDisableUser',
        'AdminEnableUser',
        'AdminGetUser',
        'AdminResetUserPassword',
        'AdminSetUserMFAPreference',
        'AdminUpdateUserAttributes',
        'AdminUserGlobalSignOut',
      ],
    },
  },
  'admin-people': {
    bundle: 'admin-people',
    access: {
      tables: {
        directory: ['BatchGetItem', 'GetItem', 'Query'],
        audit: ['PutItem', 'UpdateItem'],
        contacts: ['BatchGetItem', 'DeleteItem', 'GetItem'],
        conversations: ['BatchGetItem', 'GetItem', 'PutItem'],
        messages: ['BatchWriteItem', 'Query'],
        dedup: ['BatchGetItem', 'BatchWriteItem', 'GetItem', 'PutItem'],
        deadLetters: ['DeleteItem', 'Query'],
        runs: ['PutItem', 'Query', 'UpdateItem'],
        // Conversations that stay are indexed again.
        search: ['BatchGetItem', 'BatchWriteItem', 'DeleteItem', 'PutItem', 'Query'],
      },
      queries: [indexNames.byVisitor, indexNames.waiting, indexNames.byUser, indexNames.contacts],
      objects: { incoming: ['DeleteObject'], clean: ['DeleteObject', 'GetObject'] },
      derivesIds: true,
    },
  },
  'user-sync': {
    bundle: 'user-sync',
    access: {
      tables: { directory: ['DeleteItem', 'GetItem', 'PutItem', 'Query'] },
      queries: [indexNames.byCredential],
      asksUserPool: ['AdminGetUser', 'ListUsers'],
    },
  },
  'admin-desk': {
    bundle: 'admin-desk',
    access: {
      tables: {
        directory: ['BatchGetItem', 'GetItem', 'Query'],
        audit: ['PutItem', 'UpdateItem'],
        conversations: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
        messages: ['BatchWriteItem', 'Query'],
        // Requests with an idempotency key, and who writes.
        // And files.
        dedup: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        // The cached provider templates.
        rateLimits: ['GetItem', 'UpdateItem'],
      },
      publishes: true,
      // The secrets for provider calls.
      readsSecrets: true,
      readsSendingSecrets: true,
      // Cursors of lists are signed.
      derivesIds: true,
      queries: [indexNames.inbox, indexNames.tenantInbox],
      // A contact center that people take a conversation from.
      queuesReplies: true,
      // For queues that assign conversations.
      enqueuesJobs: true,
      // Flows that continue after a handoff.
      queues: ['continuations', 'turns'],
      // Signs the forms with which agents upload files, and the addresses of the files.
      objects: { incoming: ['PutObject'], clean: ['GetObject'] },
      enqueuesFiles: true,
    },
  },
  service: {
    bundle: 'service',
    access: {
      tables: {
        // When a key was last used.
        directory: ['BatchGetItem', 'GetItem', 'UpdateItem'],
        audit: ['PutItem', 'UpdateItem'],
        conversations: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
        messages: ['BatchWriteItem', 'Query'],
        // Idempotency keys, visitors, phone numbers, and delivery statuses of replies.
        dedup: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        // A key's rate limit, and the cached provider templates.
        rateLimits: ['GetItem', 'UpdateItem'],
      },
      publishes: true,
      queries: [indexNames.byCredential, indexNames.inbox, indexNames.tenantInbox],
      // A contact center that a system takes a conversation from.
      queuesReplies: true,
      // For queues that assign conversations.
      enqueuesJobs: true,
      queues: ['continuations', 'turns'],
      objects: { incoming: ['PutObject'], clean: ['GetObject'] },
      enqueuesFiles: true,
      readsSecrets: true,
      readsSendingSecrets: true,
      derivesIds: true,
    },
  },
  'admin-inbox': {
    bundle: 'admin-desk',
    // It waits: one execution for each open console.
    memoryMb: 192,
    access: {
      tables: {
        directory: ['BatchGetItem', 'GetItem'],
        // Agents who open a conversation get no email about it.
        conversations: ['GetItem', 'PutItem'],
        messages: ['Query'],
        // Presence, typing and files.
        dedup: ['BatchGetItem', 'GetItem', 'PutItem'],
      },
      // The cursor is signed.
      derivesIds: true,
      queries: [indexNames.inbox, indexNames.tenantInbox],
      // For agents who become available.
      enqueuesJobs: true,
      objects: { clean: ['GetObject'] },
    },
  },
} as const satisfies Readonly<Record<string, FunctionDefinition>>;
