/** The services that functions call, by the SDK's own names of their endpoints. */
export const proxiedServices = {
  dynamodb: 'AWS_ENDPOINT_URL_DYNAMODB',
  sqs: 'AWS_ENDPOINT_URL_SQS',
  events: 'AWS_ENDPOINT_URL_EVENTBRIDGE',
  secrets: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
} as const;
export type ProxiedService = keyof typeof proxiedServices;

/** An answer of the AWS JSON protocol. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const jsonVersion = { dynamodb: '1.0', sqs: '1.0', events: '1.1', secrets: '1.1' } as const;
const dynamodb = 'com.amazonaws.dynamodb.v20120810#';

/** How each service says that it is asked too much. */
const throttled = {
  dynamodb: [
    `${dynamodb}ThrottlingException`,
    'Throughput exceeds the current capacity of your table or index.',
  ],
  sqs: ['com.amazonaws.sqs#RequestThrottled', 'Request is throttled.'],
  events: ['ThrottlingException', 'Rate exceeded'],
  secrets: ['ThrottlingException', 'Rate exceeded'],
} as const;

/** How each service says that it failed. */
const failed = {
  dynamodb: [`${dynamodb}InternalServerError`, 'Internal server error'],
  sqs: ['com.amazonaws.sqs#InternalFailure', 'We encountered an internal error. Please try again.'],
  events: ['InternalException', 'Internal error'],
  secrets: ['InternalServiceError', 'An error occurred on the server side.'],
} as const;

/** What a service answers that refuses for its load. */
export function throttledAnswer(service: ProxiedService): JsonAnswer {
  return errorAnswer(service, 400, throttled[service]);
}

/** What a service answers that failed. */
export function failedAnswer(service: ProxiedService): JsonAnswer {
  return errorAnswer(service, 500, failed[service]);
}

function errorAnswer(
  service: ProxiedService,
  status: number,
  [type, message]: readonly [string, string],
): JsonAnswer {
  const code = type.split('#').at(-1) ?? '';
  return {
    status,
    headers: {
      'content-type': `application/x-amz-json-${jsonVersion[service]}`,
      'x-amzn-requestid': crypto.randomUUID(),
      ...(service === 'sqs' && { 'x-amzn-query-error': `${code};${status < 500 ? 'Sender' : 'Receiver'}` }),
    },
    body: JSON.stringify({ __type: type, message }),
  };
}

type Json = Record<string, unknown>;
type Fails = (n: number) => boolean;

/** A batch of which some parts fail: what is sent on of it, and how the answer is put together again. */
export interface PartialCall {
  /** Null when nothing is left to be sent. */
  readonly input: Json | null;
  answer(output: Json): Json;
}

/**
 * Splits a batch into what is done and what fails.
 * @throws Error for an operation that can't fail in part
 */
export function failInPart(operation: string, input: Json, fails: Fails): PartialCall {
  if (operation === 'PutEvents') return putEvents(input, fails);
  if (operation === 'BatchWriteItem') return batchWriteItem(input, fails);
  if (operation.endsWith('MessageBatch')) return messageBatch(input, fails);
  throw new Error(`${operation} can't fail in part`);
}

function putEvents(input: Json, fails: Fails): PartialCall {
  const entries = input.Entries as Json[];
  const kept = entries.filter((_, n) => !fails(n));
  const refusal = { ErrorCode: 'ThrottlingException', ErrorMessage: 'Rate exceeded' };
  return {
    input: kept.length > 0 ? { ...input, Entries: kept } : null,
    answer({ Entries = [] }) {
      const results = [...(Entries as Json[])];
      const all = entries.map((_, n) => (fails(n) ? refusal : (results.shift() ?? refusal)));
      return { FailedEntryCount: all.filter((one) => 'ErrorCode' in one).length, Entries: all };
    },
  };
}

function batchWriteItem(input: Json, fails: Fails): PartialCall {
  const requests = Object.entries(input.RequestItems as Record<string, Json[]>).flatMap(([table, ofTable]) =>
    ofTable.map((request) => ({ table, request })),
  );
  const grouped = (chosen: typeof requests) =>
    Object.fromEntries(
      [...Map.groupBy(chosen, ({ table }) => table)].map(([table, ofTable]) => [
        table,
        ofTable.map(({ request }) => request),
      ]),
    );
  const kept = requests.filter((_, n) => !fails(n));
  const refused = grouped(requests.filter((_, n) => fails(n)));
  return {
    input: kept.length > 0 ? { ...input, RequestItems: grouped(kept) } : null,
    answer: (output) => ({
      ...output,
      UnprocessedItems: { ...(output.UnprocessedItems as Json), ...refused },
    }),
  };
}

function messageBatch(input: Json, fails: Fails): PartialCall {
  const entries = input.Entries as { Id: string }[];
  const kept = entries.filter((_, n) => !fails(n));
  const refused = entries
    .filter((_, n) => fails(n))
    .map(({ Id }) => ({ Id, SenderFault: false, Code: 'InternalError', Message: 'Internal error' }));
  return {
    input: kept.length > 0 ? { ...input, Entries: kept } : null,
    answer: ({ Successful = [], Failed = [] }) => ({
      Successful,
      Failed: [...(Failed as Json[]), ...refused],
    }),
  };
}
