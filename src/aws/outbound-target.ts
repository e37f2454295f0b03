import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { wireJson } from './items.ts';

/** The bus rule and pipe in an environment: a reply's event goes to the outbound FIFO queue. */
export function sqsOutboundTarget(sqs: SQSClient, queueUrl: string) {
  return async (event: { readonly detail: Readonly<Record<string, unknown>> }): Promise<void> => {
    const { conversationId, eventId } = event.detail;
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: wireJson(event),
        MessageGroupId: String(conversationId),
        MessageDeduplicationId: String(eventId),
      }),
    );
  };
}

/** A rule whose target is a standard queue. */
export function sqsPlainTarget(sqs: SQSClient, queueUrl: string) {
  return async (event: object): Promise<void> => {
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: wireJson(event) }));
  };
}

/** S3's notification of a queue about an object. */
export function sqsNotificationTarget(sqs: SQSClient, queueUrl: string) {
  return async (body: string): Promise<void> => {
    await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
  };
}
