import { AwsError } from '../json-endpoint.ts';

/** SQS's errors by the names of its JSON protocol, with the codes that its older protocol and its batches give them. */
const codes = {
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  InvalidAttributeName: 'InvalidAttributeName',
  InvalidAttributeValue: 'InvalidAttributeValue',
  InvalidBatchEntryId: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  InvalidMessageContents: 'InvalidMessageContents',
  InvalidParameterValue: 'InvalidParameterValue',
  MessageNotInflight: 'AWS.SimpleQueueService.MessageNotInflight',
  MissingParameter: 'MissingParameter',
  OverLimit: 'OverLimit',
  PurgeQueueInProgress: 'AWS.SimpleQueueService.PurgeQueueInProgress',
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  QueueNameExists: 'QueueAlreadyExists',
  ReceiptHandleIsInvalid: 'ReceiptHandleIsInvalid',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
} as const;

/**
 * A refusal as SQS words it.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/CommonErrors.html
 */
export class SqsError extends AwsError {
  readonly code: string;

  constructor(type: keyof typeof codes, message: string) {
    super(type, message, { 'x-amzn-query-error': `${codes[type]};Sender` });
    this.code = codes[type];
  }
}

/** The refusal of one parameter's value. */
export function invalidValue(parameter: string, value: unknown, reason: string): SqsError {
  return new SqsError(
    'InvalidParameterValue',
    `Value ${String(value)} for parameter ${parameter} is invalid. Reason: ${reason}`,
  );
}

const entriesPerBatch = 10;
const entryId = /^[A-Za-z0-9_-]{1,80}$/;

/**
 * Runs the entries of a batch one by one: what is wrong with one of them fails that one alone.
 * @throws SqsError when the batch as a whole is not as it must be
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-batch-api-actions.html
 */
export function runBatch<Entry extends { readonly Id: string }>(
  entries: readonly Entry[],
  run: (entry: Entry) => object,
) {
  checkEntries(entries);
  const Successful: object[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
}

function checkEntries(entries: readonly { readonly Id: string }[]): void {
  if (entries.length === 0)
    throw new SqsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (entries.length > entriesPerBatch)
    throw new SqsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${entriesPerBatch}. You have sent ${entries.length}.`,
    );
  if (!entries.every(({ Id }) => entryId.test(Id)))
    throw new SqsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    );
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw new SqsError('BatchEntryIdsNotDistinct', 'Two or more batch entries have the same id.');
}
