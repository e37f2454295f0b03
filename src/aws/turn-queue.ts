import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { TurnQueue } from '../ports/turn-queue.ts';
import { wireJson } from './wire-json.ts';

const groupIdChars = 128;

/** A FIFO queue of turns: group = tenant and conversation. @see design 5.3 */
export function sqsTurnQueue(sqs: SQSClient, queueUrl: string): TurnQueue {
  return {
    async send(record, deduplicationId) {
      const { SequenceNumber = null } = await sqs.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: wireJson(record),
          // A tenant's id may be as long as a whole group's: what tells conversations apart is at the end.
          MessageGroupId: `${record.message.tenantId}:${record.message.conversationId}`.slice(-groupIdChars),
          MessageDeduplicationId: deduplicationId,
        }),
      );
      return SequenceNumber;
    },
  };
}
