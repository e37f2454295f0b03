import type { FunctionName } from '../src/contract/function-settings.ts';
import { indexNames } from '../src/contract/tables.ts';
import type { Access, FunctionDefinition } from './access.ts';
import { adminFunctions } from './admin-functions.ts';

export type { FunctionName };

/** All that committing and settling a turn takes. @see design 5.2 */
const turn = {
  tables: {
    conversations: ['BatchGetItem', 'PutItem'],
    messages: ['BatchWriteItem', 'Query'],
    dedup: ['BatchWriteItem'],
    deadLetters: ['PutItem'],
  },
  publishes: true,
  // For queues that assign conversations.
  enqueuesJobs: true,
} as const satisfies Access;

/** What running turns from a queue needs. @see design 5.3 */
const queuedTurn = {
  ...turn,
  tables: {
    ...turn.tables,
    directory: ['BatchGetItem', 'GetItem'],
    conversations: ['BatchGetItem', 'PutItem', 'UpdateItem'],
    messages: ['BatchWriteItem'],
    dedup: ['BatchWriteItem'],
    // Today's remaining LLM tokens.
    rateLimits: ['GetItem', 'UpdateItem'],
  },
  // Those that flows send in headers.
  readsSecrets: true,
  asksModels: true,
  // A contact center that answers.
  queuesReplies: true,
} as const satisfies Access;

/** THE table of functions: what each is made of, how long it may run, and what it may touch. @see design 5.1 */
export const functions = {
  webchat: {
    bundle: 'web-chat',
    access: {
      ...turn,
      tables: {
        ...turn.tables,
        directory: ['BatchGetItem', 'GetItem'],
        conversations: ['BatchGetItem', 'PutItem', 'UpdateItem'],
        // And that the visitor writes.
        dedup: ['BatchGetItem', 'BatchWriteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        rateLimits: ['GetItem', 'UpdateItem'],
      },
      queries: [indexNames.byCredential],
      queues: ['continuations'],
      // Sends the visitor's messages to a contact center that has the conversation.
      queuesReplies: true,
      // The forms that visitors upload by, and the addresses of what they have uploaded, are signed in its name.
      objects: { incoming: ['PutObject'], clean: ['GetObject'] },
      enqueuesFiles: true,
      // For emails that visitors request.
      enqueuesRunTasks: true,
      readsSecrets: true,
      derivesIds: true,
      asksModels: true,
    },
  },
  poll: {
    bundle: 'poll',
    // It waits: what is paid for is its time, and what it computes in 25 seconds is a thirtieth of one.
    memoryMb: 128,
    access: {
      tables: {
        // The query lists the agents of a queue without members.
        directory: ['BatchGetItem', 'GetItem', 'Query'],
        conversations: ['BatchGetItem', 'UpdateItem'],
        messages: ['Query'],
        // And whether an agent is there, or typing.
        dedup: ['BatchGetItem', 'GetItem'],
        rateLimits: ['GetItem', 'UpdateItem'],
      },
      queries: [indexNames.byCredential, indexNames.inbox],
      objects: { clean: ['GetObject'] },
      // A signed widget's polls are signed, a person's carry a token, and a session is known by its hash.
      readsSecrets: true,
      derivesIds: true,
    },
  },
  webhook: {
    bundle: 'gateway',
    access: {
      tables: {
        directory: ['BatchGetItem'],
        dedup: ['BatchGetItem', 'BatchWriteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        rateLimits: ['GetItem', 'UpdateItem'],
        // A reply that was taken and refused later is counted in its run.
        runs: ['UpdateItem'],
      },
      queries: [indexNames.byCredential],
      publishes: true,
      // A contact center's messages go after the visitor's, on any path.
      queues: ['continuations', 'turns'],
      // Agents' names and read marks for chat apps, and delivery statuses for agents.
      queuesReplies: true,
      enqueuesJobs: true,
      enqueuesFiles: true,
      readsSecrets: true,
      derivesIds: true,
      readsVerifyTokens: true,
    },
  },
  worker: {
    bundle: 'gateway',
    access: {
      ...queuedTurn,
      tables: {
        ...queuedTurn.tables,
        // The message that was edited, deleted or reacted to.
        messages: ['BatchWriteItem', 'Query'],
        dedup: ['BatchWriteItem', 'GetItem', 'PutItem', 'UpdateItem'],
      },
      // A flow that continues after a contact center's handoff.
      queues: ['turns'],
      consumes: 'turns',
    },
  },
  continuation: {
    bundle: 'gateway',
    access: {
      ...queuedTurn,
      tables: { ...queuedTurn.tables, dedup: ['BatchWriteItem', 'GetItem', 'PutItem'] },
      queues: ['continuations'],
      consumes: 'continuations',
    },
  },
  outbound: {
    bundle: 'gateway',
    access: {
      tables: {
        directory: ['BatchGetItem', 'GetItem'],
        // Whether a reply event is the gateway's own, and the state of a contact center's handoff.
        conversations: ['BatchGetItem'],
        messages: ['Query'],
        dedup: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
        rateLimits: ['GetItem', 'UpdateItem'],
        deadLetters: ['PutItem'],
        // A reply that did not arrive is counted in its run.
        runs: ['UpdateItem'],
      },
      // And publishes it.
      publishes: true,
      // Providers fetch files by addresses that are signed in its name.
      objects: { clean: ['GetObject'] },
      // Tokens that the last release stored lie among the others until their tenant is applied again.
      readsSecrets: true,
      readsSendingSecrets: true,
      // The results of calls to a contact center.
      queues: ['continuations', 'turns'],
      // And delivery statuses for a contact center.
      queuesReplies: true,
      consumes: 'outbound',
    },
  },
  schedule: {
    bundle: 'gateway',
    access: {
      ...turn,
      tables: {
        // The query lists the agents of a queue without members.
        directory: ['BatchGetItem', 'GetItem', 'Query'],
        conversations: ['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'],
        messages: ['BatchWriteItem', 'Query'],
        // And phone numbers' identities, from statuses.
        dedup: ['BatchGetItem', 'BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        rateLimits: ['GetItem'],
        deadLetters: ['PutItem'],
        // Statuses that came by the hundred.
        runs: ['UpdateItem'],
      },
      // And conversations of agents who lost their access.
      queries: [indexNames.due, indexNames.inbox, indexNames.waiting],
      queues: ['continuations', 'turns'],
      queuesReplies: true,
      // For emails that are due.
      enqueuesRunTasks: true,
      consumes: 'chores',
    },
  },
  files: {
    bundle: 'files',
    access: {
      tables: {
        directory: ['BatchGetItem', 'GetItem'],
        conversations: ['GetItem'],
        dedup: ['BatchWriteItem', 'GetItem', 'PutItem'],
      },
      objects: {
        incoming: ['DeleteObject', 'GetObject'],
        clean: ['DeleteObject', 'GetObject', 'PutObject'],
      },
      listsObjects: true,
      // The secrets for downloading chat app files.
      readsSecrets: true,
      readsSendingSecrets: true,
      consumes: 'files',
    },
  },
  runs: {
    bundle: 'runs',
    access: {
      tables: {
        // Canaries end by what is counted.
        directory: ['BatchGetItem', 'GetItem', 'PutItem'],
        audit: ['PutItem', 'UpdateItem'],
        // For emails: addresses, transcripts and sent emails. For contacts: the numbers of chat apps.
        conversations: ['BatchGetItem', 'GetItem'],
        messages: ['Query'],
        dedup: ['BatchGetItem', 'GetItem', 'PutItem'],
        // How soon agents reply, for widgets.
        rateLimits: ['UpdateItem'],
        runs: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
        // The visitors of runs become contacts.
        contacts: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'UpdateItem'],
        // The search index, which is built from the log.
        search: ['BatchGetItem', 'BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query'],
      },
      queries: [
        indexNames.byCredential,
        indexNames.byUser,
        indexNames.bySlot,
        indexNames.recent,
        indexNames.contacts,
      ],
      enqueuesRunTasks: true,
      // The end of a gradual rollout.
      publishes: true,
      mails: true,
      consumes: 'runs',
    },
  },
  'test-chat': {
    bundle: 'test-chat',
    access: {
      tables: {
        // Drafts, and what they call and name.
        directory: ['BatchGetItem', 'GetItem', 'Query'],
        // Links and chats.
        dedup: ['GetItem', 'PutItem'],
        // What links are used for, and the tenant's tokens.
        rateLimits: ['GetItem', 'UpdateItem'],
      },
      // Those that flows send in headers, where a link has real calls.
      readsSecrets: true,
      derivesIds: true,
      asksModels: true,
    },
  },
  ...adminFunctions,
  'pre-token': { bundle: 'pre-token', access: {} },
} as const satisfies Record<FunctionName, FunctionDefinition>;
