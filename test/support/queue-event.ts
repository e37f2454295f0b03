import type { SQSEvent } from 'aws-lambda';

/** A batch of one record of a FIFO queue, as the worker is given it on its nth receive. */
export function queueEvent(body: string, receives = 1): SQSEvent {
  return {
    Records: [
      {
        messageId: 'record',
        receiptHandle: 'receipt',
        body,
        attributes: {
          ApproximateReceiveCount: String(receives),
          SentTimestamp: '0',
          SenderId: 'test',
          ApproximateFirstReceiveTimestamp: '0',
          MessageGroupId: 'group',
        },
        messageAttributes: {},
        md5OfBody: '',
        eventSource: 'aws:sqs',
        eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:turns.fifo',
        awsRegion: 'eu-west-1',
      },
    ],
  };
}
