import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { ReplyDueRecord } from '../contract/queue-records.ts';
import type { ReplyQueue } from '../ports/deliveries.ts';

const batchEntries = 10;

/** The outbound FIFO queue: group = conversation, as the bus's rule has it. @see design 5.3 */
export function sqsReplyQueue(sqs: SQSClient, queueUrl: string): ReplyQueue {
  return {
    async release(conversations) {
      for (let start = 0; start < conversations.length; start += batchEntries) {
        const { Failed = [] } = await sqs.send(
          new SendMessageBatchCommand({
            QueueUrl: queueUrl,
            Entries: conversations.slice(start, start + batchEntries).map((conversation, n) => ({
              Id: String(n),
              MessageBody: JSON.stringify({ kind: 'reply-due', ...conversation } satisfies ReplyDueRecord),
              MessageGroupId: conversation.conversationId,
              MessageDeduplicationId: `${conversation.conversationId}:${conversation.dueAtMs}`,
            })),
          }),
        );
        if (Failed.length > 0) throw new Error(`the queue refused ${Failed.length} waiting replies`);
      }
    },
  };
}
