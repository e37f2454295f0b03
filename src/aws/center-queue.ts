import { createHash } from 'node:crypto';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { CenterRecord } from '../contract/center-records.ts';
import type { CenterQueue } from '../ports/center-queue.ts';

/**
 * What contact centers are to be told, on the outbound queue. Its groups are not those of the visitors' replies: neither
 * holds up the other; nor does what is of a moment, or waits for a gap, hold up the rest.
 */
export class SqsCenterQueue implements CenterQueue {
  readonly #sqs: SQSClient;
  readonly #queueUrl: string;

  constructor(sqs: SQSClient, queueUrl: string) {
    this.#sqs = sqs;
    this.#queueUrl = queueUrl;
  }

  async wake(record: CenterRecord, deduplicationId: string): Promise<void> {
    await this.#sqs.send(
      new SendMessageCommand({
        QueueUrl: this.#queueUrl,
        MessageBody: JSON.stringify(record),
        MessageGroupId: hashOf('center', record.tenantId, ...groupOf(record)),
        MessageDeduplicationId: hashOf(deduplicationId),
      }),
    );
  }
}

function groupOf({ conversationId, handoffId, tells }: CenterRecord): readonly string[] {
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
