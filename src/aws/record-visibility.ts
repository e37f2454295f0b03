import { ChangeMessageVisibilityCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { RecordVisibility } from '../ports/turns.ts';

/** @param queueUrls the queues that this process consumes; a record's queue is found by its name */
export function sqsRecordVisibility(sqs: SQSClient, queueUrls: readonly string[]): RecordVisibility {
  return {
    async hideFor(queueArn, receiptHandle, seconds) {
      const name = queueArn.split(':').at(-1);
      const QueueUrl = queueUrls.find((url) => url.split('/').at(-1) === name);
      await sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl,
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: seconds,
        }),
      );
    },
  };
}
