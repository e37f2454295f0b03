import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { turnRecord } from '../contract/turn-record.ts';
import type { Gateway } from '../operations/gateway.ts';
import { processRecord } from '../operations/process-record.ts';

/**
 * Processes a batch of FIFO records: groups side by side, the records of a group in order. After a failure the rest of
 * its group is returned too, so that nothing overtakes it; other groups go on. (The batch libraries for FIFO run one
 * group after the other, which lets a slow conversation hold up its neighbours.)
 * @see design 5.3
 */
export async function serveBatch(gateway: Gateway, event: SQSEvent): Promise<SQSBatchResponse> {
  const groups = Map.groupBy(
    event.Records,
    ({ attributes, messageId }) => attributes.MessageGroupId ?? messageId,
  );
  const failures = await Promise.all([...groups.values()].map((records) => firstFailure(gateway, records)));
  return { batchItemFailures: failures.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

/** The record that failed and all behind it; empty when the whole group is done. */
async function firstFailure(gateway: Gateway, records: readonly SQSRecord[]): Promise<readonly SQSRecord[]> {
  for (const [n, record] of records.entries()) {
    try {
      await processRecord(gateway, turnRecord.parse(JSON.parse(record.body)));
    } catch (error) {
      const { ApproximateReceiveCount: receives, MessageGroupId: group } = record.attributes;
      gateway.log.error('a queued message failed', error, { group, receives, record: record.messageId });
      return records.slice(n);
    }
  }
  return [];
}
