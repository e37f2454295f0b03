import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Endpoint } from '../listen.ts';
import { AwsError, startJsonEndpoint } from './json-endpoint.ts';

/** The events of a target. */
export interface BusRule {
  readonly pattern: EventPattern;
  readonly target: (event: BusEvent) => Promise<void>;
}

export interface LocalBus extends Endpoint {
  /** The last events accepted, oldest first. */
  readonly events: readonly BusEvent[];
  /** Hands each event that fits to a target before it is accepted, so that a killed process loses none. */
  addRule(rule: BusRule): void;
  /** Publishes an event of an AWS service: `PutEvents` takes none. */
  publish(event: Pick<BusEvent, 'source' | 'detail-type' | 'detail'>): Promise<void>;
}

const rememberedEvents = 100_000;
/** All together well within the time that a client gives a call. */
const pausesBeforeRetriesMs = [50, 200, 800];

/** EventBridge's PutEvents for one bus, with its limits and its partial failures. @see design 3, 8 */
export async function startEventBus(busName: string): Promise<LocalBus> {
  const events: BusEvent[] = [];
  const rules: BusRule[] = [];

  const handOn = async (event: BusEvent) => {
    const targets = rules.filter(({ pattern }) => matchesEvent(event, pattern));
    await Promise.all(targets.map(({ target }) => deliver(target, event)));
    events.push(event);
    if (events.length > rememberedEvents) events.shift();
  };
  const accept = async (entry: Parameters<typeof eventOf>[0]) => {
    try {
      const event = eventOf(entry, busName);
      await handOn(event);
      return { EventId: event.id };
    } catch (error) {
      const code = error instanceof AwsError ? error.type : 'InternalFailure';
      return { ErrorCode: code, ErrorMessage: error instanceof Error ? error.message : String(error) };
    }
  };

  const endpoint = await startJsonEndpoint({
    async PutEvents(input) {
      const results = await Promise.all(readPutEvents(input).map(accept));
      return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
    },
  });
  return {
    ...{ ...endpoint, events },
    addRule: (rule) => void rules.push(rule),
    publish: (event) => handOn({ ...envelope(), ...event, resources: [] }),
  };
}

type Value = string | number | boolean | null;
type Comparison = '<' | '<=' | '=' | '>=' | '>';

/** EventBridge's matchers by name. */
type Matcher =
  | { readonly prefix: string }
  | { readonly suffix: string }
  | { readonly 'equals-ignore-case': string }
  | { readonly exists: boolean }
  | { readonly numeric: readonly (Comparison | number)[] }
  | { readonly 'anything-but': readonly Value[] | Matcher };

/** A rule's pattern: the accepted values of each field, or a nested pattern. */
export interface EventPattern {
  readonly [member: string]: readonly (Value | Matcher)[] | EventPattern;
}

/**
 * Whether an event matches a rule's pattern. A list in the event matches if any of its values does.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export function matchesEvent(event: object, pattern: EventPattern): boolean {
  return Object.entries(pattern).every(([member, wanted]) => {
    const actual: unknown = Object.hasOwn(event, member) ? Reflect.get(event, member) : undefined;
    if (isList(wanted)) return wanted.some((one) => fits(actual, one));
    return typeof actual === 'object' && actual !== null && matchesEvent(actual, wanted);
  });
}

function fits(actual: unknown, wanted: Value | Matcher): boolean {
  if (typeof wanted === 'object' && wanted !== null && 'exists' in wanted)
    return wanted.exists === (actual !== undefined);
  return [actual].flat().some((value) => value !== undefined && matchesValue(value, wanted));
}

function matchesValue(value: unknown, wanted: Value | Matcher): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if ('prefix' in wanted) return typeof value === 'string' && value.startsWith(wanted.prefix);
  if ('suffix' in wanted) return typeof value === 'string' && value.endsWith(wanted.suffix);
  if ('numeric' in wanted) return typeof value === 'number' && inRange(value, wanted.numeric);
  if ('anything-but' in wanted) {
    const refused = wanted['anything-but'];
    return !(isValues(refused) ? refused.some((one) => one === value) : matchesValue(value, refused));
  }
  if ('equals-ignore-case' in wanted)
    return typeof value === 'string' && value.toLowerCase() === wanted['equals-ignore-case'].toLowerCase();
  return wanted.exists;
}

const comparisons: Readonly<Record<Comparison, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '=': (value, bound) => value === bound,
  '>=': (value, bound) => value >= bound,
  '>': (value, bound) => value > bound,
};

/** `['>', 0, '<=', 5]` */
function inRange(value: number, range: readonly (Comparison | number)[]): boolean {
  return range.every((sign, n) => typeof sign === 'number' || comparisons[sign](value, Number(range[n + 1])));
}

function isList(wanted: EventPattern[string]): wanted is readonly (Value | Matcher)[] {
  return Array.isArray(wanted);
}

function isValues(refused: readonly Value[] | Matcher): refused is readonly Value[] {
  return Array.isArray(refused);
}

/** @throws whatever the last attempt throws */
async function deliver(target: BusRule['target'], event: BusEvent): Promise<void> {
  for (const pauseMs of pausesBeforeRetriesMs) {
    try {
      return await target(event);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return target(event);
}

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
function readPutEvents(input: unknown): readonly Entry[] {
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
function eventOf(entry: Entry, busName: string): BusEvent {
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
    ...envelope(entry.Time === undefined ? Date.now() : entry.Time * 1000),
    source,
    'detail-type': detailType,
    resources: entry.Resources,
    detail,
  };
}

const envelope = (atMs = Date.now()) => ({
  version: '0' as const,
  id: randomUUID(),
  account: '000000000000',
  region: 'local',
  time: new Date(atMs).toISOString(),
});

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
