import type { IndexName, tables } from '../src/contract/tables.ts';
import type { BundleName } from './bundles.ts';

/** What a function's code may do; actions are named like the SDK's commands. @see design 6 */
export interface Access {
  readonly tables?: { readonly [T in keyof typeof tables]?: readonly string[] };
  /** Indexes that it queries. */
  readonly queries?: readonly IndexName[];
  readonly publishes?: true;
  /** Puts replies that have waited back on the outbound queue. */
  readonly queuesReplies?: true;
  /** Queues of turns that it sends to. */
  readonly queues?: readonly ('turns' | 'continuations')[];
  /** Secrets of the tenants. */
  readonly readsSecrets?: true;
  /** The tokens that tenants' messages are sent with. */
  readonly readsSendingSecrets?: true;
  /** Writes both kinds of tenants' secrets: a secret is one JSON document with all of them, so changing one takes reading. */
  readonly changesSecrets?: true;
  /** The key from which ids of conversations are derived. */
  readonly derivesIds?: true;
  /** The tokens of the chat app's subscription handshake. */
  readonly readsVerifyTokens?: true;
  readonly asksModels?: true;
  /** Sends emails, if the stage has an address to send from. */
  readonly mails?: true;
  /** Reads or changes users of the pool; each action is named as the SDK names its command. */
  readonly asksUserPool?: readonly string[];
  /** Its access to visitors' files, by prefix; actions are named as in IAM. */
  readonly objects?: { readonly [P in 'incoming' | 'clean']?: readonly string[] };
  /** Lists the keys of people's files. */
  readonly listsObjects?: true;
  /** Enqueues work for the function that moves files. */
  readonly enqueuesFiles?: true;
  /** Enqueues the schedule's tasks. */
  readonly enqueuesJobs?: true;
  /** Enqueues tasks of the function that counts runs and sends emails. */
  readonly enqueuesRunTasks?: true;
  /** The queue whose records it takes, and may put back. */
  readonly consumes?: 'turns' | 'continuations' | 'outbound' | 'chores' | 'files' | 'runs';
}

export interface FunctionDefinition {
  readonly bundle: BundleName;
  /** Memory in MB, default 512. CPU grows with it: a function that computes isn't cheaper with less. */
  readonly memoryMb?: number;
  readonly access: Access;
}
