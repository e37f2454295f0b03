import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { packJson, readItems, unpackJson, writeAll } from '../../src/aws/items.ts';
import { TemporarilyUnavailableError } from '../../src/domain/errors.ts';
import { RawTable } from '../support/raw-table.ts';

it('packs JSON values so that they are read unchanged, short or long', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(fc.jsonValue(), words, fc.integer({ min: 0, max: 60 }), (value, text, times) => {
      const record = { value: JSON.parse(JSON.stringify(value)), text: text.repeat(times) };

      expect(unpackJson(packJson(record))).toEqual(record);
    }),
  );
});

it.each([
  [1_350, 3],
  [2_000, 4],
])('packs %i repeated characters of Chinese like a single copy', (length, kilobytes) => {
  // Of 800 characters, the first ones most often.
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const answer = Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(800 ** next()))).join(
    '',
  );
  const packed = packJson({ variables: { answer }, history: [{ role: 'user', text: answer }] });

  expect(packed.length).toBeLessThan(kilobytes * 1_024);
});

it('packs a conversation of two kilobytes to a third', () => {
  const turn = (n: number) => ({
    role: n % 2 ? 'assistant' : 'user',
    text: `Where is order ${n * 7_919}, please?`,
  });
  const history = Array.from({ length: 40 }, (_, n) => turn(n));

  expect(JSON.stringify({ history }).length).toBeGreaterThan(2_000);
  expect(packJson({ history }).length).toBeLessThan(600);
});

describe('responses that the embedded DynamoDB never gives', () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1' }));
  const sdk = mockClient(client);
  beforeEach(() => void sdk.reset());

  it('a failed condition carries the item that caused it, which is not read a second time', async () => {
    const Item = { pk: { S: 'a' }, n: { N: '9007199254740993' }, set: { SS: ['x'] }, none: { NULL: true } };
    sdk
      .on(UpdateCommand)
      .rejects(new ConditionalCheckFailedException({ message: 'refused', $metadata: {}, Item }));
    const update = { UpdateExpression: 'SET n = :n', ConditionExpression: 'n < :n' };
    expect(await new RawTable(client, '').tryUpdate('a', update)).toEqual({
      done: false,
      item: { pk: 'a', n: 9007199254740993n, set: new Set(['x']), none: null },
    });
    const asked = sdk.commandCalls(UpdateCommand)[0]?.args[0].input;
    expect(asked?.ReturnValuesOnConditionCheckFailure).toBe('ALL_OLD');
    expect(sdk.commandCalls(GetCommand)).toEqual([]);
  });

  it('unprocessed keys are read again, and no others', async () => {
    sdk
      .on(BatchGetCommand)
      .resolvesOnce({ Responses: { t: [{ pk: 'a' }] }, UnprocessedKeys: { t: { Keys: [{ pk: 'b' }] } } })
      .resolves({ Responses: { t: [{ pk: 'b' }] } });
    expect(await readItems(client, 't', [{ pk: 'a' }, { pk: 'b' }])).toEqual([{ pk: 'a' }, { pk: 'b' }]);
    const asked = sdk
      .commandCalls(BatchGetCommand)
      .map(({ args: [{ input }] }) => input.RequestItems?.t?.Keys);
    expect(asked).toEqual([[{ pk: 'a' }, { pk: 'b' }], [{ pk: 'b' }]]);
  });

  it('a table that keeps returning unprocessed keys is unavailable', async () => {
    sdk.on(BatchGetCommand).resolves({ UnprocessedKeys: { t: { Keys: [{ pk: 'a' }] } } });
    await expect(readItems(client, 't', [{ pk: 'a' }])).rejects.toBeInstanceOf(TemporarilyUnavailableError);
  });

  it('unprocessed items are written again, and no others', async () => {
    const left = { t: [{ PutRequest: { Item: { pk: 'b' } } }] };
    sdk.on(BatchWriteCommand).resolvesOnce({ UnprocessedItems: left }).resolves({});
    await writeAll(client, [
      { table: 't', put: { pk: 'a' } },
      { table: 't', put: { pk: 'b' } },
    ]);
    const asked = sdk.commandCalls(BatchWriteCommand).map(({ args: [{ input }] }) => input.RequestItems);
    expect(asked).toEqual([{ t: [{ PutRequest: { Item: { pk: 'a' } } }, ...left.t] }, left]);
  });
});
