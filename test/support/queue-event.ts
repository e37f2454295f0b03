import type { SQSEvent } from 'aws-lambda';

/** A batch of records of one group of a FIFO queue, as the worker is given them on their nth receive. */
export function queueEvent(bodies: string | readonly string[], receives = 1): SQSEvent {
  return {
    Records: [bodies].flat().map((body, n) => ({
      messageId: n === 0 ? 'record' : `record-${n}`,
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
    })),
  };
}
