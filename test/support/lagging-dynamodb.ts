import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { startDynamodb } from '../../src/local/aws/aws-services.ts';
import { closeServer, listen } from '../../src/local/listen.ts';
import { bareDynamodb } from './local-clients.ts';

type Item = Record<string, AttributeValue>;
type Json = Record<string, unknown>;

/** DynamoDB as two readers see it. */
export interface LaggingDynamodb {
  /** Reads everything as it is: for a test's own looks. */
  readonly url: string;
  /** Reads what does not ask to be consistent, and every index, as it was a moment ago: for functions. */
  readonly laggingUrl: string;
  /** Waits until nothing lags: before a virtual clock jumps, since no replica is minutes behind. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

/** A call as it came. */
interface Came {
  readonly operation: string;
  readonly headers: IncomingHttpHeaders;
  readonly input: Json;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

const credentials = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'lag', AWS_SECRET_ACCESS_KEY: 'lag' };
const schemaCalls = new Set(['CreateTable', 'DeleteTable', 'UpdateTable']);

/**
 * DynamoDB with a replica to which each item that is written comes later: what reads without asking for consistency
 * may find of two items that were written one after the other only the second, or of a batch a half.
 * @param lag ends when the next write of a table comes to the replica
 * @see the developer guide, "DynamoDB read consistency"
 */
export async function startLaggingDynamodb(
  lag: (table: string) => Promise<unknown>,
): Promise<LaggingDynamodb> {
  const [primary, replica] = await Promise.all([startDynamodb(undefined), startDynamodb(undefined)]);
  const [truth, copies] = [clientOf(primary.url), clientOf(replica.url)];
  const keyNames = new Map<string, readonly string[]>();
  const lines = new Map<string, Promise<void>>();
  const running = new Set<Promise<void>>();
  let isStopped = false;

  /** One after the other for each item: what is copied is what is there by then. */
  function copyLater(TableName: string, Key: Item): void {
    const name = JSON.stringify([TableName, Key]);
    const copied = lag(TableName).then(() => {
      const turn = (lines.get(name) ?? Promise.resolve()).then(() => copy(TableName, Key));
      lines.set(name, turn);
      return turn;
    });
    running.add(copied);
    copied.finally(() => running.delete(copied)).catch(() => undefined);
  }

  async function copy(TableName: string, Key: Item): Promise<void> {
    if (isStopped) return;
    const { Item } = await truth.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
    if (Item) await copies.send(new PutItemCommand({ TableName, Item }));
    else await copies.send(new DeleteItemCommand({ TableName, Key }));
  }

  async function answer(came: Came, isLagging: boolean): Promise<Answer> {
    const { operation, input } = came;
    if (isLagging && operation === 'BatchGetItem') return batchGet(came);
    const isLate = ['GetItem', 'Query', 'Scan'].includes(operation) && input.ConsistentRead !== true;
    if (isLagging && isLate) return send(replica.url, came);
    const answered = await send(primary.url, came);
    if (answered.status !== 200) return answered;
    if (schemaCalls.has(operation)) await send(replica.url, came);
    if (operation === 'CreateTable') {
      const names = (input.KeySchema as { AttributeName: string }[]).map(
        ({ AttributeName }) => AttributeName,
      );
      keyNames.set(String(input.TableName), names);
    }
    for (const [table, item] of writtenBy(operation, input)) {
      const names = keyNames.get(table) ?? [];
      copyLater(table, Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name))));
    }
    return answered;
  }

  /** Of each table as it asks. */
  async function batchGet(came: Came): Promise<Answer> {
    const asked = Object.entries(came.input.RequestItems as Record<string, Json>);
    const parts = [
      [primary.url, asked.filter(([, of]) => of.ConsistentRead === true)],
      [replica.url, asked.filter(([, of]) => of.ConsistentRead !== true)],
    ] as const;
    const answers = await Promise.all(
      parts
        .filter(([, of]) => of.length > 0)
        .map(([url, of]) =>
          send(url, { ...came, input: { ...came.input, RequestItems: Object.fromEntries(of) } }),
        ),
    );
    const wrong = answers.find(({ status }) => status !== 200);
    if (wrong) return wrong;
    const found = answers.map(({ body }) => JSON.parse(body));
    const joined = (name: string) => Object.assign({}, ...found.map((one) => one[name] ?? {}));
    const body = { Responses: joined('Responses'), UnprocessedKeys: joined('UnprocessedKeys') };
    return { status: 200, body: JSON.stringify(body) };
  }

  const serve = (isLagging: boolean) =>
    createServer((request, response) => {
      const work = async () => {
        const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
        const input = JSON.parse(await text(request));
        const { status, body } = await answer({ operation, headers: request.headers, input }, isLagging);
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
      };
      work().catch(() => response.destroy());
    });
  const servers = [serve(false), serve(true)];
  const [url = '', laggingUrl = ''] = await Promise.all(servers.map((one) => listen(one, 0, 'programs')));
  const caughtUp = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    url,
    laggingUrl,
    caughtUp,
    async stop() {
      isStopped = true;
      await Promise.all(servers.map(closeServer));
      await caughtUp();
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}

function clientOf(url: string): DynamoDBClient {
  return bareDynamodb({ ...credentials, AWS_ENDPOINT_URL_DYNAMODB: url });
}

/** Dynalite looks at no signature. */
async function send(url: string, { headers, input }: Came): Promise<Answer> {
  const { host: _, connection: __, 'content-length': ___, ...others } = headers;
  const body = JSON.stringify(input);
  const response = await fetch(url, { method: 'POST', headers: others as Record<string, string>, body });
  return { status: response.status, body: await response.text() };
}

/** The items that a call has written, or their keys. */
function writtenBy(operation: string, input: Json): readonly (readonly [table: string, item: Item])[] {
  const one = (write: Json): readonly [string, Item] => [
    String(write.TableName),
    (write.Item ?? write.Key) as Item,
  ];
  switch (operation) {
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [one(input)];
    case 'BatchWriteItem':
      return Object.entries(input.RequestItems as Record<string, Record<string, Json>[]>).flatMap(
        ([table, all]) =>
          all.flatMap((write) => Object.values(write).map((of) => one({ ...of, TableName: table }))),
      );
    case 'TransactWriteItems':
      return (input.TransactItems as Record<string, Json>[])
        .filter((write) => !('ConditionCheck' in write))
        .flatMap((write) => Object.values(write).map(one));
    default:
      return [];
  }
}
