import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** What the bus's rule and its pipe do in an environment: a reply's event goes to the outbound FIFO queue. */
export function sqsOutboundTarget(sqs: SQSClient, queueUrl: string) {
  return async (event: { readonly detail: Readonly<Record<string, unknown>> }): Promise<void> => {
    const { conversationId, eventId } = event.detail;
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify(event),
        MessageGroupId: String(conversationId),
        MessageDeduplicationId: String(eventId),
      }),
    );
  };
}
