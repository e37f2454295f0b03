import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { AwsError } from './json-endpoint.ts';

/** An event as a rule's target receives it. */
export interface BusEvent {
  readonly version: '0';
  readonly id: string;
  readonly source: string;
  readonly 'detail-type': string;
  readonly account: string;
  readonly region: string;
  readonly time: string;
  readonly resources: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

const maxEntries = 10;
const maxBytes = 256 * 1024;
const timeBytes = 14;

const entrySchema = z.object({
  EventBusName: z.optional(z.string()),
  Source: z.optional(z.string()),
  DetailType: z.optional(z.string()),
  Detail: z.optional(z.string()),
  Resources: z._default(z.array(z.string()), []),
  /** Seconds since 1970, as the protocol writes times. */
  Time: z.optional(z.number()),
});
type Entry = z.infer<typeof entrySchema>;
const putEvents = z.object({ Entries: z.array(entrySchema) });

/**
 * The entries of a PutEvents call.
 * @throws AwsError for a call that is refused as a whole
 * @see https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
 */
export function readPutEvents(input: unknown): readonly Entry[] {
  const { Entries } = putEvents.parse(input);
  if (Entries.length === 0 || Entries.length > maxEntries) {
    throw new AwsError('ValidationException', `a call takes 1 to ${maxEntries} entries`);
  }
  if (Entries.reduce((sum, entry) => sum + sizeOf(entry), 0) > maxBytes) {
    throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.');
  }
  return Entries;
}

function sizeOf({ Source = '', DetailType = '', Detail = '', Resources, Time }: Entry): number {
  const texts = [Source, DetailType, Detail, ...Resources];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), Time === undefined ? 0 : timeBytes);
}

/**
 * The event of an entry.
 * @throws AwsError for an entry that is refused; the others of its call are not
 */
export function eventOf(entry: Entry, busName: string): BusEvent {
  const source = required('Source', entry.Source);
  const detailType = required('DetailType', entry.DetailType);
  const detail = parseDetail(required('Detail', entry.Detail));
  if (source.startsWith('aws.'))
    throw new AwsError('NotAuthorizedForSourceException', 'Not authorized for the source.');
  // The name may be given as an ARN, which ends with it.
  if (entry.EventBusName?.split('/').at(-1) !== busName) {
    throw new AwsError(
      'ResourceNotFoundException',
      `Event bus ${entry.EventBusName ?? 'default'} does not exist.`,
    );
  }
  return {
    version: '0',
    id: randomUUID(),
    source,
    'detail-type': detailType,
    account: '000000000000',
    region: 'local',
    time: new Date(entry.Time === undefined ? Date.now() : entry.Time * 1000).toISOString(),
    resources: entry.Resources,
    detail,
  };
}

function required(name: string, value: string | undefined): string {
  if (value) return value;
  throw new AwsError(
    'InvalidArgument',
    `Parameter ${name} is not valid. Reason: ${name} is a required argument.`,
  );
}

function parseDetail(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new AwsError('MalformedDetail', 'Detail is malformed.');
  }
}
