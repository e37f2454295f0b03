import * as z from 'zod/mini';
import { shuffled } from '../../shuffled.ts';
import { AwsError } from '../json-endpoint.ts';
import type { QueuedMessage, SentMessage } from './stored-message.ts';

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

/** Attributes of a queue as its owner set them, all of them text. */
export type QueueAttributes = Readonly<Record<string, string>>;

/** A queue's behavior by its attributes. */
export interface QueueSettings {
  readonly isFifo: boolean;
  readonly visibilityTimeoutS: number;
  readonly delayS: number;
  readonly maximumMessageBytes: number;
  readonly retentionS: number;
  readonly waitS: number;
  readonly deduplicatesByContent: boolean;
  readonly deduplicatesByGroup: boolean;
  readonly deadLetters: { readonly arn: string; readonly maxReceiveCount: number } | null;
}

/** Lowest, highest, and what holds where nothing is set. @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
const numbers: Readonly<Record<string, readonly [min: number, max: number, standard: number]>> = {
  VisibilityTimeout: [0, 43_200, 30],
  DelaySeconds: [0, 900, 0],
  MaximumMessageSize: [1_024, 1_048_576, 1_048_576],
  MessageRetentionPeriod: [60, 1_209_600, 345_600],
  ReceiveMessageWaitTimeSeconds: [0, 20, 0],
};
const fifoWords: Readonly<Record<string, readonly string[]>> = {
  FifoQueue: ['true'],
  ContentBasedDeduplication: ['true', 'false'],
  DeduplicationScope: ['queue', 'messageGroup'],
  FifoThroughputLimit: ['perQueue', 'perMessageGroupId'],
};
/** Stored but ignored: nothing here encrypts or checks permissions. */
const others = new Set([
  'Policy',
  'RedrivePolicy',
  'RedriveAllowPolicy',
  'KmsMasterKeyId',
  'KmsDataKeyReusePeriodSeconds',
  'SqsManagedSseEnabled',
]);
const redrivePolicy = z.object({
  deadLetterTargetArn: z.string(),
  maxReceiveCount: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000)),
});

/** Parses attributes, with SQS's defaults. @throws SqsError for an invalid attribute */
export function readSettings(attributes: QueueAttributes): QueueSettings {
  const isFifo = attributes.FifoQueue === 'true';
  for (const [name, value] of Object.entries(attributes)) checkAttribute(name, value, isFifo);
  const number = (name: string) => Number(attributes[name] ?? numbers[name]?.[2]);
  const deduplicatesByGroup = attributes.DeduplicationScope === 'messageGroup';
  if (attributes.FifoThroughputLimit === 'perMessageGroupId' && !deduplicatesByGroup)
    throw new SqsError(
      'InvalidAttributeValue',
      'The perMessageGroupId value is allowed only when the value for DeduplicationScope is messageGroup.',
    );
  return {
    isFifo,
    visibilityTimeoutS: number('VisibilityTimeout'),
    delayS: number('DelaySeconds'),
    maximumMessageBytes: number('MaximumMessageSize'),
    retentionS: number('MessageRetentionPeriod'),
    waitS: number('ReceiveMessageWaitTimeSeconds'),
    deduplicatesByContent: attributes.ContentBasedDeduplication === 'true',
    deduplicatesByGroup,
    deadLetters: readRedrivePolicy(attributes.RedrivePolicy),
  };
}

function checkAttribute(name: string, value: string, isFifo: boolean): void {
  const range = numbers[name];
  const words = isFifo ? fifoWords[name] : undefined;
  if (!range && !words && !others.has(name))
    throw new SqsError('InvalidAttributeName', `Unknown Attribute ${name}.`);
  const isGood = range
    ? /^\d+$/.test(value) && Number(value) >= range[0] && Number(value) <= range[1]
    : (words?.includes(value) ?? true);
  if (!isGood) throw invalidAttribute(name);
}

function readRedrivePolicy(text: string | undefined): QueueSettings['deadLetters'] {
  if (!text) return null;
  try {
    const { deadLetterTargetArn: arn, maxReceiveCount } = redrivePolicy.parse(JSON.parse(text));
    return { arn, maxReceiveCount };
  } catch {
    throw invalidAttribute('RedrivePolicy');
  }
}

/** The refusal of one attribute's value. */
export function invalidAttribute(name: string): SqsError {
  return new SqsError('InvalidAttributeValue', `Invalid value for the parameter ${name}.`);
}

/** SQS's values of unset attributes. */
export function standardAttributes(isFifo: boolean): QueueAttributes {
  const common = Object.fromEntries(
    Object.entries(numbers).map(([name, [, , standard]]) => [name, String(standard)]),
  );
  if (!isFifo) return { ...common, SqsManagedSseEnabled: 'true' };
  return {
    ...common,
    SqsManagedSseEnabled: 'true',
    ContentBasedDeduplication: 'false',
    DeduplicationScope: 'queue',
    FifoThroughputLimit: 'perQueue',
  };
}

/** What queues share. */
export interface QueueSurroundings {
  readonly nowMs: () => number;
  /** Writes down what changes, before it changes. */
  readonly keeper: MessageKeeper;
  /** Messages of a queue that consumers may have at once; a FIFO queue looks for groups among as many. */
  readonly inFlightQuota: number;
  readonly choose: ReceiveChoice;
  /** The queue that an ARN names. */
  readonly findQueue: (arn: string) => DeadLetterTarget | undefined;
}

/** Receives dead letters. */
interface DeadLetterTarget {
  takeDeadLetter(message: QueuedMessage, sourceArn: string): void;
}

/** Keeps messages beyond the process. */
export interface MessageKeeper {
  sent(queueName: string, message: SentMessage): void;
  removed(messageIds: readonly string[]): void;
}

/** SQS promises neither which groups a receive is of, nor that it is full. */
export interface ReceiveChoice {
  order<Group>(groups: readonly Group[]): readonly Group[];
  atMost(max: number): number;
}

/** The longest waiting group first, and as many messages as fit. */
export const plainChoice: ReceiveChoice = { order: (groups) => groups, atMost: (max) => max };

/** Any order, and now and then fewer messages than there are. @param random from 0 to below 1 */
export function randomChoice(random: () => number): ReceiveChoice {
  const fullShare = 0.5;
  return {
    order: (groups) => shuffled(groups, random),
    atMost: (max) => (random() < fullShare ? max : 1 + Math.floor(random() * max)),
  };
}
