import { Readable } from 'node:stream';
import * as sdkDynamodb from '@aws-sdk/client-dynamodb';
import * as sdkEvents from '@aws-sdk/client-eventbridge';
import * as sdkSecrets from '@aws-sdk/client-secrets-manager';
import * as sdkSqs from '@aws-sdk/client-sqs';
import { HttpRequest, HttpResponse } from '@smithy/core/transport';
import type { HttpRequest as Request } from '@smithy/types';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { boundCalls } from '../../src/aws/bound-calls.ts';
import { httpHandler } from '../../src/aws/clients.ts';
import { boundedHandler, boundedRetries } from '../../src/aws/impatience.ts';
import * as dynamodb from '../../src/aws/json-protocol/client-dynamodb.ts';
import * as events from '../../src/aws/json-protocol/client-eventbridge.ts';
import * as secrets from '../../src/aws/json-protocol/client-secrets-manager.ts';
import * as sqs from '../../src/aws/json-protocol/client-sqs.ts';
import { start } from '../support/serve.ts';

const services = { dynamodb, events, secrets, sqs };
const sdks = { dynamodb: sdkDynamodb, events: sdkEvents, secrets: sdkSecrets, sqs: sdkSqs };
const clientNames = {
  dynamodb: 'DynamoDBClient',
  events: 'EventBridgeClient',
  secrets: 'SecretsManagerClient',
  sqs: 'SQSClient',
} as const;
type ServiceName = keyof typeof services;

/** What a service answers: an answer, or the code of what its connection fails with. */
interface Told {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly failsWith?: string;
}

interface Seen {
  readonly requests: Request[];
  readonly output?: unknown;
  readonly error?: unknown;
}

const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' };

/** Has one of the two clients make a call to a service that answers so. */
async function callBy(
  module: object,
  service: ServiceName,
  operation: string,
  input: object,
  { told = { status: 200, body: '{}' }, region = 'eu-central-1', endpoint = '' } = {} as {
    readonly told?: Told;
    readonly region?: string;
    readonly endpoint?: string;
  },
): Promise<Seen> {
  const requests: Request[] = [];
  const requestHandler = {
    destroy: () => undefined,
    async handle(request: Request) {
      requests.push(structuredClone({ ...request }));
      if (told.failsWith) throw Object.assign(new Error('no line'), { code: told.failsWith });
      const { status: statusCode, body, headers = {} } = told;
      return {
        response: new HttpResponse({
          statusCode,
          headers: { ...headers },
          body: Readable.from([Buffer.from(body)]),
        }),
      };
    },
  };
  const Client = Reflect.get(module, clientNames[service]);
  const Command = Reflect.get(module, `${operation}Command`);
  const client = new Client({
    region,
    credentials,
    requestHandler,
    retryStrategy: boundedRetries(() => 0),
    ...(endpoint && { endpoint }),
  });
  try {
    return { requests, output: await client.send(new Command(input)) };
  } catch (error) {
    return { requests, error };
  }
}

const asks = (service: ServiceName, operation: string, input: object, how?: Parameters<typeof callBy>[4]) =>
  Promise.all([services, sdks].map((all) => callBy(all[service], service, operation, input, how)));

/** What a request says to the service, apart from who signs it when. */
const saidIn = ({ requests }: Seen) =>
  requests.map(({ method, protocol, hostname, port, path, headers, body }) => ({
    ...{ method, protocol, hostname, port, path, body: JSON.parse(Buffer.from(body).toString()) },
    type: headers['content-type'],
    target: headers['x-amz-target'],
    length: headers['content-length'],
  }));

const item = {
  pk: { S: 'é😀\u2028\ufffe' },
  count: { N: '12' },
  body: { B: Uint8Array.from([0, 1, 254, 255]) },
  parts: {
    L: [{ M: { B: { S: 'a name' }, deep: { B: new Uint8Array() } } }, { NULL: true }, { BOOL: false }],
  },
  names: { SS: ['a', 'b'] },
  bytes: { BS: [Uint8Array.from([7])] },
  gone: undefined,
};

const calls: readonly (readonly [ServiceName, string, object])[] = [
  ['dynamodb', 'PutItem', { TableName: 't', Item: item, ConditionExpression: 'attribute_not_exists(pk)' }],
  ['dynamodb', 'GetItem', { TableName: 't', Key: { pk: { S: 'x' } }, ConsistentRead: true }],
  ['dynamodb', 'BatchGetItem', { RequestItems: { t: { Keys: [{ pk: { S: 'x' } }] } } }],
  [
    'dynamodb',
    'BatchWriteItem',
    { RequestItems: { t: [{ PutRequest: { Item: item } }, { DeleteRequest: { Key: { pk: { S: 'y' } } } }] } },
  ],
  ['dynamodb', 'DeleteItem', { TableName: 't', Key: { pk: { S: 'x' } }, ReturnValues: 'ALL_OLD' }],
  [
    'dynamodb',
    'Query',
    {
      TableName: 't',
      ScanIndexForward: false,
      Limit: 5,
      ExpressionAttributeValues: { ':b': { B: Buffer.from('ab') } },
    },
  ],
  ['dynamodb', 'Scan', { TableName: 't', ExclusiveStartKey: { pk: { S: 'x' } } }],
  [
    'dynamodb',
    'UpdateItem',
    {
      TableName: 't',
      Key: { pk: { S: 'x' } },
      UpdateExpression: 'SET a = :a',
      ExpressionAttributeValues: { ':a': { N: '1' } },
    },
  ],
  [
    'events',
    'PutEvents',
    {
      Entries: [
        {
          Source: 's',
          DetailType: 'T',
          Detail: '{"a":"é"}',
          EventBusName: 'b',
          Time: new Date(1_700_000_000_123),
        },
      ],
    },
  ],
  [
    'sqs',
    'SendMessage',
    {
      QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/1/q.fifo',
      MessageBody: '{"a":"é"}',
      MessageGroupId: 'g',
      MessageDeduplicationId: 'd',
      DelaySeconds: 3,
    },
  ],
  [
    'sqs',
    'SendMessageBatch',
    { QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/1/q', Entries: [{ Id: '1', MessageBody: 'x' }] },
  ],
  [
    'sqs',
    'ChangeMessageVisibility',
    { QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/1/q', ReceiptHandle: 'h', VisibilityTimeout: 0 },
  ],
  [
    'sqs',
    'ChangeMessageVisibilityBatch',
    {
      QueueUrl: 'https://sqs.eu-central-1.amazonaws.com/1/q',
      Entries: [{ Id: '1', ReceiptHandle: 'h', VisibilityTimeout: 9 }],
    },
  ],
  ['secrets', 'GetSecretValue', { SecretId: 's' }],
  ['secrets', 'CreateSecret', { Name: 's', SecretString: 'x', ClientRequestToken: 'c'.repeat(32) }],
  [
    'secrets',
    'PutSecretValue',
    { SecretId: 's', SecretString: 'x', VersionStages: ['NEXT'], ClientRequestToken: 'c'.repeat(32) },
  ],
  [
    'secrets',
    'UpdateSecretVersionStage',
    { SecretId: 's', VersionStage: 'AWSCURRENT', MoveToVersionId: 'v' },
  ],
  ['secrets', 'DeleteSecret', { SecretId: 's', ForceDeleteWithoutRecovery: true }],
];

const metadata = { 'x-amzn-requestid': 'r-1' };
const itemJson =
  '{"pk":{"S":"é😀"},"body":{"B":"AAH+/w=="},"parts":{"L":[{"M":{"B":{"S":"a name"},"BS":{"L":[]},"deep":{"B":""}}},{"NULL":true}]},"bytes":{"BS":["Bw=="]}}';
const dynamodbError = (name: string, rest = '') =>
  `{"__type":"com.amazonaws.dynamodb.v20120810#${name}","message":"no"${rest}}`;

/** What services answer: to whom, how. */
const answers: readonly (readonly [string, ServiceName, string, Told])[] = [
  ['an item with bytes', 'dynamodb', 'GetItem', { status: 200, body: `{"Item":${itemJson}}` }],
  [
    'items',
    'dynamodb',
    'Query',
    { status: 200, body: `{"Count":1,"Items":[${itemJson}],"LastEvaluatedKey":{"pk":{"B":"AA=="}}}` },
  ],
  [
    'items of tables',
    'dynamodb',
    'BatchGetItem',
    { status: 200, body: `{"Responses":{"B":[${itemJson}]},"UnprocessedKeys":{}}` },
  ],
  ['nothing', 'sqs', 'ChangeMessageVisibility', { status: 200, body: '' }],
  [
    'refused entries',
    'events',
    'PutEvents',
    { status: 200, body: '{"FailedEntryCount":1,"Entries":[{"ErrorCode":"ThrottlingException"}]}' },
  ],
  ['a secret', 'secrets', 'GetSecretValue', { status: 200, body: '{"SecretString":"x","VersionId":"v"}' }],
  [
    'a condition that does not hold',
    'dynamodb',
    'PutItem',
    { status: 400, body: dynamodbError('ConditionalCheckFailedException', `,"Item":${itemJson}`) },
  ],
  ['no such table', 'dynamodb', 'GetItem', { status: 400, body: dynamodbError('ResourceNotFoundException') }],
  [
    'an error that nobody knows',
    'dynamodb',
    'GetItem',
    { status: 400, body: '{"__type":"Odd","Message":"odd"}' },
  ],
  [
    'an error by its header',
    'secrets',
    'GetSecretValue',
    {
      status: 400,
      body: '{"Message":"no"}',
      headers: { 'x-amzn-errortype': 'ResourceNotFoundException:http://x' },
    },
  ],
  [
    'too much',
    'dynamodb',
    'PutItem',
    { status: 400, body: dynamodbError('ProvisionedThroughputExceededException') },
  ],
  [
    'writes that met',
    'dynamodb',
    'PutItem',
    { status: 400, body: dynamodbError('ReplicatedWriteConflictException') },
  ],
  [
    'too many',
    'events',
    'PutEvents',
    { status: 400, body: '{"__type":"ThrottlingException","message":"slow down"}' },
  ],
  [
    'no such queue',
    'sqs',
    'SendMessage',
    {
      status: 400,
      body: '{"__type":"com.amazonaws.sqs#QueueDoesNotExist","message":"no"}',
      headers: { 'x-amzn-query-error': 'AWS.SimpleQueueService.NonExistentQueue;Sender' },
    },
  ],
  ['a failure', 'sqs', 'SendMessage', { status: 500, body: '{"__type":"InternalFailure"}' }],
  ['a page of a proxy', 'dynamodb', 'GetItem', { status: 503, body: '<html>' }],
  [
    'a secret that is there',
    'secrets',
    'CreateSecret',
    { status: 400, body: '{"__type":"ResourceExistsException","Message":"no"}' },
  ],
  ['half an answer', 'dynamodb', 'GetItem', { status: 200, body: '{"Item":' }],
  ['nothing, since its line is cut', 'dynamodb', 'GetItem', { status: 0, body: '', failsWith: 'ECONNRESET' }],
  ['nothing, since it is not there', 'dynamodb', 'GetItem', { status: 0, body: '', failsWith: 'ENOTFOUND' }],
];

/** What a call has come to, as our code can see it. */
function outcomeOf(module: object, { requests, output, error }: Seen): object {
  if (!(error instanceof Error))
    return { attempts: requests.length, output: { ...Object(output), $metadata: null } };
  const kinds = Object.entries(module).filter(
    ([name, kind]) => /Exception$/.test(name) && error instanceof kind,
  );
  return {
    attempts: requests.length,
    name: error.name,
    message: error.message.split('\n')[0],
    status: Reflect.get(error, '$metadata')?.httpStatusCode,
    code: Reflect.get(error, 'code'),
    Item: Reflect.get(error, 'Item'),
    kinds: kinds
      .map(([name]) => name)
      .filter((name) => name in services.dynamodb || name in services.secrets),
  };
}

/** Has both clients read an item of a server on this machine. */
const readFrom = (endpoint: string, retryStrategy = boundedRetries(() => 0)) =>
  [dynamodb, sdkDynamodb].map((module: object) => {
    const requestHandler = boundedHandler(httpHandler(1_000), 1_000);
    const Client = Reflect.get(module, 'DynamoDBClient');
    const client = new Client({ region: 'local', endpoint, credentials, requestHandler, retryStrategy });
    return () => client.send(new (Reflect.get(module, 'ScanCommand'))({ TableName: 't' }));
  });

describe('an answer that ends in the middle', () => {
  it('is asked for three times, and then a connection that was reset', async () => {
    let asked = 0;
    const { origin } = await start((_, response) => {
      asked += 1;
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"Items":', () => response.destroy());
    });
    for (const call of readFrom(origin)) {
      asked = 0;
      await expect(call()).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(asked).toBe(3);
    }
  });

  it('and never comes to its end, ends with the bound around the call', async () => {
    const { origin } = await start((_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"Items":');
    });
    for (const call of readFrom(origin)) await expect(boundCalls(200, call)).rejects.toBeInstanceOf(Error);
  });
});

describe('a call by the clients of the bundles', () => {
  it.each(calls)('says to the service what the SDK says: %s %s', async (service, operation, input) => {
    const [ours, theirs] = await asks(service, operation, input);
    expect(ours && saidIn(ours)).toEqual(theirs && saidIn(theirs));
    expect(ours?.requests).toHaveLength(1);
  });

  it.each(answers)('comes to the same as by the SDK: %s', async (_, service, operation, told) => {
    const input = calls.find(([of, name]) => of === service && name === operation)?.[2] ?? {};
    const [ours, theirs] = await asks(service, operation, input, {
      told: { ...told, headers: { ...metadata, ...told.headers } },
    });
    expect(ours && outcomeOf(services[service], ours)).toEqual(theirs && outcomeOf(sdks[service], theirs));
  });

  it.each(Object.keys(services) as ServiceName[])('is signed as by the SDK: %s', async (service) => {
    const [, operation = '', input = {}] = calls.find(([of]) => of === service) ?? [];
    const [ours] = await asks(service, operation, input);
    const [request] = ours?.requests ?? [];
    const Client = Reflect.get(sdks[service], clientNames[service]);
    const { config } = new Client({ region: 'eu-central-1', credentials });
    const signer = await config.signer();
    const { authorization, ...headers } = request?.headers ?? {};
    const signed = await signer.sign(new HttpRequest({ ...request, headers }), {
      signingDate: new Date(
        String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'),
      ),
      signingRegion: 'eu-central-1',
      signingService: authorization?.split('/')[3],
      unsignableHeaders: new Set(['x-amz-content-sha256', 'content-length']),
    });
    expect(authorization).toBe(signed.headers.authorization);
  });

  it.each([
    'us-east-1',
    'ap-southeast-7',
    'us-gov-west-1',
    'cn-north-1',
    'eusc-de-east-1',
    'us-iso-east-1',
    'us-isob-east-1',
    'us-isof-south-1',
    'eu-isoe-west-1',
  ])('goes where the SDK goes in the region %s', async (region) => {
    for (const service of Object.keys(services) as ServiceName[]) {
      const [, operation = '', input = {}] =
        calls.find(([of, name]) => of === service && name !== 'SendMessage' && !name.endsWith('Batch')) ?? [];
      const { QueueUrl: _, ...rest } = input as Record<string, unknown>;
      const [ours, theirs] = await asks(service, operation, rest, { region });
      expect(ours?.requests[0]?.hostname).toBe(theirs?.requests[0]?.hostname);
    }
  });

  it('goes to an endpoint that is set', async () => {
    const [ours, theirs] = await asks(
      'dynamodb',
      'Scan',
      { TableName: 't' },
      { endpoint: 'http://127.0.0.1:4566' },
    );
    expect(ours && saidIn(ours)).toEqual(theirs && saidIn(theirs));
    expect(ours?.requests[0]?.headers.host).toBe('127.0.0.1:4566');
  });

  it('carries a token of its own where a repeated call must be known again', async () => {
    const [ours] = await asks(
      'secrets',
      'PutSecretValue',
      { SecretId: 's', SecretString: 'x' },
      { told: { status: 500, body: '' } },
    );
    const tokens = ours && saidIn(ours).map(({ body }) => body.ClientRequestToken);
    expect(tokens?.[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(tokens).toEqual(Array(3).fill(tokens?.[0]));
  });

  it('keeps an attribute whose name is that of the prototype', async () => {
    const body = '{"Item":{"__proto__":{"M":{"a":{"B":"AA=="}}}}}';
    const [ours] = await asks('dynamodb', 'GetItem', { Key: {} }, { told: { status: 200, body } });
    expect(JSON.stringify(ours?.output)).toContain('"__proto__":{"M":{"a":{"B":{"0":0}}}}');
  });

  it('joins the trace of its invocation', async () => {
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'webchat').stubEnv('_X_AMZN_TRACE_ID', 'Root=1-2-3');
    onTestFinished(() => void vi.unstubAllEnvs());
    const seen = await asks('dynamodb', 'Scan', { TableName: 't' });
    const traces = seen.map(({ requests: [request] }) => {
      const headers = Object.entries(request?.headers ?? {});
      return headers.find(([name]) => name.toLowerCase() === 'x-amzn-trace-id')?.[1];
    });
    expect(traces).toEqual(['Root=1-2-3', 'Root=1-2-3']);
  });
});
