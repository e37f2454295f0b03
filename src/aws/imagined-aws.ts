import { Readable } from 'node:stream';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { HttpResponse } from '@smithy/core/transport';
import type { RequestHandler } from './impatience.ts';

type Item = Readonly<Record<string, AttributeValue>>;
type Keys = { readonly [table: string]: { readonly Keys: readonly Item[] } };

/** What the operations of a turn say, as far as an answer depends on it. */
interface Input {
  readonly Key: Item;
  readonly Item: Item;
  readonly RequestItems: Keys;
  readonly ExpressionAttributeValues: Item;
}

/** Whatever goes round in a circle ends. */
const callsMost = 60;

/**
 * An AWS that is nowhere, for a rehearsal: it has the given items and those that are put, and takes every call of a turn.
 */
export function imaginedAws(items: readonly object[]): RequestHandler {
  const stored = new Map(items.map((item) => marshall(item)).map((item) => [nameOf(item), item]));
  let calls = 0;
  const operations: Readonly<Record<string, (input: Input) => object>> = {
    GetItem: ({ Key }) => ({ Item: stored.get(nameOf(Key)) }),
    BatchGetItem: ({ RequestItems }) => {
      const found = Object.entries(RequestItems).map(([table, { Keys }]) => [
        table,
        Keys.map((key) => stored.get(nameOf(key))).filter((item) => item !== undefined),
      ]);
      return { Responses: Object.fromEntries(found) };
    },
    PutItem: ({ Item: item }) => {
      stored.set(nameOf(item), item);
      return {};
    },
    // Places in a window, and the minute of an allowance.
    UpdateItem: ({ ExpressionAttributeValues: given = {} }) => ({
      Attributes: {
        ...{ at: given[':stamp'], claims: given[':entry'], home: given[':home'] },
        leased: given[':tokens'],
      },
    }),
    PutEvents: () => ({ FailedEntryCount: 0 }),
  };
  return {
    destroy: () => undefined,
    async handle({ headers, body }) {
      calls += 1;
      if (calls > callsMost) throw new Error('a rehearsal does not end');
      const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
      const answer = JSON.stringify(operations[operation]?.(JSON.parse(body)) ?? {});
      return { response: new HttpResponse({ statusCode: 200, body: Readable.from([Buffer.from(answer)]) }) };
    },
  };
}

const nameOf = ({ pk, sk }: Item) => JSON.stringify([pk, sk]);
