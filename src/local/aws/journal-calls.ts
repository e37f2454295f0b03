import * as z from 'zod/mini';
import type { QueueJournal } from './queue-journal.ts';

/** Writes down what a successful call changed. */
export type RecordCall = (action: string, input: unknown, output: unknown) => void;

const sendInput = z.looseObject({ QueueUrl: z.string() });
const sendOutput = z.object({ MessageId: z.string() });
const sendBatchInput = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.looseObject({ Id: z.string() })),
});
const sendBatchOutput = z.object({
  Successful: z._default(z.array(z.object({ Id: z.string(), MessageId: z.string() })), []),
});
const receiveOutput = z.object({
  Messages: z._default(z.array(z.object({ MessageId: z.string(), ReceiptHandle: z.string() })), []),
});
const deleteInput = z.object({ ReceiptHandle: z.string() });
const deleteBatchInput = z.object({
  Entries: z.array(z.object({ Id: z.string(), ReceiptHandle: z.string() })),
});
const deleteBatchOutput = z.object({ Successful: z._default(z.array(z.object({ Id: z.string() })), []) });

/** Tells a journal of the SQS calls that send and delete messages. */
export function journalCalls(journal: QueueJournal): RecordCall {
  const messageIds = new Map<string, string>();
  const forget = (receiptHandles: readonly string[]) => {
    const ids = receiptHandles.flatMap((handle) => messageIds.get(handle) ?? []);
    journal.append(ids.map((deleted) => ({ deleted })));
    for (const handle of receiptHandles) messageIds.delete(handle);
  };
  const recorders: Readonly<Record<string, (input: unknown, output: unknown) => void>> = {
    SendMessage(input, output) {
      journal.append([{ sent: sendOutput.parse(output).MessageId, request: sendInput.parse(input) }]);
    },
    SendMessageBatch(input, output) {
      const { QueueUrl, Entries } = sendBatchInput.parse(input);
      const sent = new Map(sendBatchOutput.parse(output).Successful.map((one) => [one.Id, one.MessageId]));
      journal.append(
        Entries.flatMap(({ Id, ...entry }) => {
          const messageId = sent.get(Id);
          return messageId === undefined ? [] : [{ sent: messageId, request: { QueueUrl, ...entry } }];
        }),
      );
    },
    ReceiveMessage(_, output) {
      for (const { MessageId, ReceiptHandle } of receiveOutput.parse(output).Messages)
        messageIds.set(ReceiptHandle, MessageId);
    },
    DeleteMessage: (input) => forget([deleteInput.parse(input).ReceiptHandle]),
    DeleteMessageBatch(input, output) {
      const deleted = new Set(deleteBatchOutput.parse(output).Successful.map(({ Id }) => Id));
      const { Entries } = deleteBatchInput.parse(input);
      forget(Entries.filter(({ Id }) => deleted.has(Id)).map(({ ReceiptHandle }) => ReceiptHandle));
    },
  };
  return (action, input, output) => recorders[action]?.(input, output);
}
