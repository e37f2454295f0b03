import * as z from 'zod/mini';
import type { Action } from '../json-endpoint.ts';
import type { MessageQueue } from './message-queue.ts';
import type { QueueStore } from './queue-store.ts';
import { SqsError } from './sqs-error.ts';

type Entry<Fields extends z.core.$ZodShape> = z.infer<z.ZodMiniObject<Fields>>;

/** A call on one message of a queue and the call on a batch of them. @param check of a batch as a whole */
export function withBatch<Name extends string, Fields extends z.core.$ZodShape>(
  store: QueueStore,
  name: Name,
  fields: Fields,
  act: (queue: MessageQueue, entry: Entry<Fields>) => object,
  check: (entries: readonly Entry<Fields>[]) => void = () => undefined,
) {
  const one = z.object(fields);
  const single = z.object({ QueueUrl: z.string() });
  const batch = z.object({ QueueUrl: z.string(), Entries: z.array(z.looseObject({ Id: z.string() })) });
  return {
    [name](input: unknown) {
      const queue = store.ofUrl(single.parse(input).QueueUrl);
      const answer = act(queue, one.parse(input));
      store.wake();
      return { ...answer };
    },
    [`${name}Batch`](input: unknown) {
      const { QueueUrl, Entries } = batch.parse(input);
      const entries = Entries.map((entry) => ({ Id: entry.Id, fields: one.parse(entry) }));
      const queue = store.ofUrl(QueueUrl);
      check(entries.map((entry) => entry.fields));
      const answer = runBatch(entries, (entry) => act(queue, entry.fields));
      store.wake();
      return answer;
    },
  } as unknown as Record<Name | `${Name}Batch`, Action>;
}

const entriesPerBatch = 10;
const entryId = /^[A-Za-z0-9_-]{1,80}$/;

/**
 * Runs the entries of a batch one by one: what is wrong with one of them fails that one alone.
 * @throws SqsError when the batch as a whole is not as it must be
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-batch-api-actions.html
 */
function runBatch<Entry extends { readonly Id: string }>(
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
