import type { MessageQueue } from './message-queue.ts';
import { invalidValue, SqsError } from './sqs-error.ts';
import type { QueuedMessage } from './stored-message.ts';

/** What a consumer proves its receive with. */
export function receiptHandleOf({ id, hold }: QueuedMessage): string {
  return Buffer.from(`${id} ${hold?.receipt ?? ''}`).toString('base64');
}

/** The receive that a handle is of. @throws SqsError ReceiptHandleIsInvalid */
function readReceiptHandle(handle: string): { readonly messageId: string; readonly receipt: string } {
  const [messageId, receipt, ...rest] = Buffer.from(handle, 'base64').toString().split(' ');
  if (!messageId || !receipt || rest.length > 0)
    throw new SqsError('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not valid.`);
  return { messageId, receipt };
}

/**
 * The message that a handle lets its consumer delete; null when it is gone already, or, in a standard queue, when
 * somebody else has received it since.
 * @throws SqsError ReceiptHandleIsInvalid for what is no handle, InvalidParameterValue for one of a FIFO queue whose
 * visibility timeout is over
 */
export function deletable(queue: MessageQueue, handle: string): QueuedMessage | null {
  const { messageId, receipt } = readReceiptHandle(handle);
  const message = queue.find(messageId);
  if (!message) return null;
  const isLatest = message.hold?.receipt === receipt;
  if (queue.settings.isFifo && !(isLatest && queue.isInFlight(message)))
    throw invalidValue('ReceiptHandle', handle, 'The receipt handle has expired.');
  return isLatest ? message : null;
}

/**
 * The message whose visibility a handle lets its consumer change.
 * @throws SqsError ReceiptHandleIsInvalid, MessageNotInflight, InvalidParameterValue as SQS does
 */
export function hideable(queue: MessageQueue, handle: string): QueuedMessage {
  const { messageId, receipt } = readReceiptHandle(handle);
  const message = queue.find(messageId);
  if (!message || (queue.settings.isFifo && message.hold?.receipt !== receipt))
    throw invalidValue(
      'ReceiptHandle',
      handle,
      'Message does not exist or is not available for visibility timeout change.',
    );
  if (message.hold?.receipt !== receipt || !queue.isInFlight(message))
    throw new SqsError('MessageNotInflight', "The specified message isn't in flight.");
  return message;
}
