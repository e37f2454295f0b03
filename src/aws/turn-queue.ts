import { SendMessageBatchCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { AgentRecord, TurnRecord, UpdateRecord } from '../contract/queue-records.ts';
import type { TurnQueue } from '../ports/turns.ts';
import { wireJson } from './items.ts';

const groupIdChars = 128;
/** Of one call, with what SQS counts of an entry besides its body. */
const bytesPerCall = 240 * 1024;

/** A FIFO queue of turns: group = tenant and conversation. @see design 5.3 */
export class SqsTurnQueue implements TurnQueue {
  readonly #sqs: SQSClient;
  readonly #queueUrl: string;

  constructor(sqs: SQSClient, queueUrl: string) {
    this.#sqs = sqs;
    this.#queueUrl = queueUrl;
  }

  async send(record: TurnRecord, deduplicationId: string): Promise<string | null> {
    const { SequenceNumber = null } = await this.#sqs.send(
      new SendMessageCommand({ QueueUrl: this.#queueUrl, ...entryOf(record, deduplicationId) }),
    );
    return SequenceNumber;
  }

  async sendAgent(record: AgentRecord): Promise<void> {
    await this.#sqs.send(
      new SendMessageCommand({
        QueueUrl: this.#queueUrl,
        MessageBody: wireJson(record),
        MessageGroupId: groupOf(record),
        MessageDeduplicationId: record.turnId,
      }),
    );
  }

  /** One call, several when the records are large; what comes after a refused one is not tried. */
  async sendAll(records: readonly (TurnRecord | UpdateRecord)[]): Promise<readonly string[]> {
    const entries = records.map((record) => ({ Id: record.turnId, ...entryOf(record, record.turnId) }));
    while (entries.length > 0) {
      const some = entries.splice(
        0,
        fitting(entries.map(({ MessageBody }) => Buffer.byteLength(MessageBody))),
      );
      const { Failed = [] } = await this.#sqs.send(
        new SendMessageBatchCommand({ QueueUrl: this.#queueUrl, Entries: some }),
      );
      if (Failed.length > 0) return [...Failed.map(({ Id = '' }) => Id), ...entries.map(({ Id }) => Id)];
    }
    return [];
  }
}

function entryOf(record: TurnRecord | UpdateRecord, deduplicationId: string) {
  return {
    MessageBody: wireJson(record),
    MessageGroupId: groupOf(record.message),
    MessageDeduplicationId: deduplicationId,
  };
}

/** A tenant's id may be as long as a whole group's: what tells conversations apart is at the end. */
function groupOf({ tenantId, conversationId }: Pick<AgentRecord, 'tenantId' | 'conversationId'>): string {
  return `${tenantId}:${conversationId}`.slice(-groupIdChars);
}

/** How many fit a call; one always does. */
function fitting(sizes: readonly number[]): number {
  let bytes = 0;
  const over = sizes.findIndex((size) => {
    bytes += size;
    return bytes > bytesPerCall;
  });
  return over < 0 ? sizes.length : Math.max(1, over);
}
