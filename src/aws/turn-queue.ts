import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { TurnQueue } from '../ports/turn-queue.ts';

/** The FIFO queue of turns: group = tenant and conversation. @see design 5.3 */
export function sqsTurnQueue(sqs: SQSClient, queueUrl: string): TurnQueue {
  return {
    async send(record, deduplicationId) {
      await sqs.send(
        new SendMessageCommand({
          QueueUrl: queueUrl,
          MessageBody: JSON.stringify(record),
          MessageGroupId: `${record.message.tenantId}:${record.message.conversationId}`,
          MessageDeduplicationId: deduplicationId,
        }),
      );
    },
  };
}
