import { createHash } from 'node:crypto';
import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { MailTask } from '../contract/mail.ts';
import type {
  AgentRecord,
  CenterRecord,
  FileJob,
  TurnRecord,
  UpdateRecord,
} from '../contract/queue-records.ts';
import type { ContactTask, RunTask } from '../contract/runs.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { ReplyQueue, WaitingConversation } from '../ports/deliveries.ts';
import type { FileJobs } from '../ports/files.ts';
import type { BackgroundJob, BackgroundJobs, CenterQueue } from '../ports/handoff.ts';
import type { MailQueue } from '../ports/mails.ts';
import type { TurnQueue } from '../ports/turns.ts';
import { wireJson } from './items.ts';

const groupIdChars = 128;
const entriesPerCall = 10;
/** The maximum size of one call, including what SQS counts per entry besides its body. */
const bytesPerCall = 240 * 1024;

/** A message to SQS; a FIFO queue's has a group. */
interface Entry {
  readonly Id: string;
  readonly MessageBody: string;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
  readonly DelaySeconds?: number;
}

/** Whose client is made for the first record: a start, and most messages of web chat, do without. */
interface QueueClients {
  readonly sqs: SQSClient;
}

/** A queue of SQS. Each kind of record has its group and its deduplication id here. @see design 5.3 */
export class SqsQueue implements TurnQueue, ReplyQueue, CenterQueue, BackgroundJobs, FileJobs, MailQueue {
  readonly #clients: QueueClients;
  readonly #queueUrl: string;

  constructor(clients: QueueClients, queueUrl: string) {
    this.#clients = clients;
    this.#queueUrl = queueUrl;
  }

  /** Sends a turn to its conversation's group. */
  async send(record: TurnRecord, deduplicationId: string): Promise<string | null> {
    return this.#send({
      MessageBody: wireJson(record),
      MessageGroupId: groupOf(record.message),
      MessageDeduplicationId: deduplicationId,
    });
  }

  async sendAgent(record: AgentRecord): Promise<void> {
    await this.#send({
      MessageBody: wireJson(record),
      MessageGroupId: groupOf(record),
      MessageDeduplicationId: record.turnId,
    });
  }

  async sendAll(records: readonly (TurnRecord | UpdateRecord)[]): Promise<readonly string[]> {
    return this.#sendBatches(
      records.map((record) => ({
        Id: record.turnId,
        MessageBody: wireJson(record),
        MessageGroupId: groupOf(record.message),
        MessageDeduplicationId: record.turnId,
      })),
    );
  }

  /** Queues conversations that have waited outside; their groups are those of the bus's rule. */
  async release(conversations: readonly WaitingConversation[]): Promise<void> {
    await this.#sendJobs(
      conversations.map((conversation, n) => ({
        Id: String(n),
        MessageBody: JSON.stringify({ kind: 'reply-due', ...conversation }),
        MessageGroupId: conversation.conversationId,
        MessageDeduplicationId: `${conversation.conversationId}:${conversation.dueAtMs}`,
      })),
    );
  }

  /**
   * Has a contact center notified. Its groups are not those of the visitors' replies: neither holds up the other; nor does
   * what is of a moment, or waits for a gap, hold up the rest.
   */
  async wake(record: CenterRecord, deduplicationId: string): Promise<void> {
    await this.#send({
      MessageBody: JSON.stringify(record),
      MessageGroupId: hashOf('center', record.tenantId, ...centerGroup(record)),
      MessageDeduplicationId: hashOf(deduplicationId),
    });
  }

  /**
   * Sends jobs, which have no order. They don't wait for the delay that published turns have on the same queue.
   * @param afterS delay until they can be received, in seconds
   * @throws TemporarilyUnavailableError when some of them were not taken
   */
  async enqueue(
    jobs: readonly (BackgroundJob | ContactTask | FileJob | MailTask | RunTask)[],
    afterS = 0,
  ): Promise<void> {
    await this.#sendJobs(
      jobs.map((job, n) => ({ Id: String(n), MessageBody: wireJson(job), DelaySeconds: afterS })),
    );
  }

  /** @returns the place in the queue, which grows within a group; null when the queue does not tell */
  async #send(entry: Omit<Entry, 'Id'>): Promise<string | null> {
    const command = new SendMessageCommand({ QueueUrl: this.#queueUrl, ...entry });
    const { SequenceNumber = null } = await this.#clients.sqs.send(command);
    return SequenceNumber;
  }

  /** @throws TemporarilyUnavailableError when some were not taken */
  async #sendJobs(entries: readonly Entry[]): Promise<void> {
    const refused = await this.#sendBatches(entries);
    if (refused.length > 0)
      throw new TemporarilyUnavailableError({ cause: new Error(`${refused.length} records were not taken`) });
  }

  /** One call, several when there are many or they are large. @returns ids that were not taken, or not tried behind those */
  async #sendBatches(entries: readonly Entry[]): Promise<readonly string[]> {
    for (let from = 0; from < entries.length; ) {
      const batch: Entry[] = [];
      let bytes = 0;
      for (const entry of entries.slice(from, from + entriesPerCall)) {
        bytes += Buffer.byteLength(entry.MessageBody);
        if (batch.length > 0 && bytes > bytesPerCall) break;
        batch.push(entry);
      }
      from += batch.length;
      const command = new SendMessageBatchCommand({ QueueUrl: this.#queueUrl, Entries: batch });
      const { Failed = [] } = await this.#clients.sqs.send(command);
      if (Failed.length > 0)
        return [...Failed.map(({ Id = '' }) => Id), ...entries.slice(from).map(({ Id }) => Id)];
    }
    return [];
  }
}

/** A tenant's ID may fill a whole group ID, so the distinguishing part, the conversation, comes at the end. */
function groupOf({ tenantId, conversationId }: Pick<AgentRecord, 'tenantId' | 'conversationId'>): string {
  return `${tenantId}:${conversationId}`.slice(-groupIdChars);
}

function centerGroup({ conversationId, handoffId, tells }: CenterRecord): readonly string[] {
  switch (tells?.type) {
    case 'typing':
    case 'receipt':
    case 'attention':
      return [tells.type, conversationId];
    case 'gap':
      return ['gap', handoffId, String(tells.position)];
    default:
      return [conversationId];
  }
}

const hashOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
