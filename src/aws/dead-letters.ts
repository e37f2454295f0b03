import { GetQueueUrlCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Address of a queue by its name. @throws QueueDoesNotExist */
export async function queueUrlOf(sqs: SQSClient, name: string): Promise<string> {
  const { QueueUrl = '' } = await sqs.send(new GetQueueUrlCommand({ QueueName: name }));
  return QueueUrl;
}
