import type { AttributeValue, ServiceInputTypes, ServiceOutputTypes } from '@aws-sdk/client-dynamodb';
import type { InitializeMiddleware } from '@smithy/types';

/** What this release writes. The last one wrote 1, which it did not say. */
const writtenFormat = 2;
const readFormats: readonly number[] = [1, 2];

type Item = Record<string, AttributeValue>;

/** An item was written by a release that this one does not know: during a deployment, whoever knows it must read it. */
export class UnknownItemFormatError extends Error {
  override readonly name = 'UnknownItemFormatError';

  constructor(format: number) {
    super(`an item has format ${format}; this release reads ${readFormats.join(' and ')}`);
  }
}

/**
 * Has every item of every table carry its format, and refuses those of a format that is not known; a middleware of
 * DynamoDB's client, so that no table can forget it.
 * @throws UnknownItemFormatError
 * @see design 6, docs/decisions/item-formats.md
 */
export const itemFormats: InitializeMiddleware<ServiceInputTypes, ServiceOutputTypes> =
  (next, { commandName = '' }) =>
  async (args) => {
    const result = await next({ ...args, input: stamped(commandName, args.input) });
    for (const item of itemsIn(result.output)) checkFormat(item);
    return result;
  };

/** The input of a command with the format in what it writes. */
function stamped(commandName: string, input: ServiceInputTypes): ServiceInputTypes {
  if ('Item' in input && commandName === 'PutItemCommand') return { ...input, Item: withFormat(input.Item) };
  if ('RequestItems' in input && commandName === 'BatchWriteItemCommand') {
    const tables = Object.entries(input.RequestItems ?? {}).map(([table, requests]) => [
      table,
      [requests]
        .flat()
        .map((request) =>
          'PutRequest' in request ? { PutRequest: { Item: withFormat(request.PutRequest?.Item) } } : request,
        ),
    ]);
    return { ...input, RequestItems: Object.fromEntries(tables) };
  }
  if ('UpdateExpression' in input && commandName === 'UpdateItemCommand') return withFormatSet(input);
  return input;
}

function withFormat(item: Item | undefined): Item {
  return { ...item, format: { N: String(writtenFormat) } };
}

interface Update {
  readonly UpdateExpression?: string | undefined;
  readonly ExpressionAttributeNames?: Record<string, string> | undefined;
  readonly ExpressionAttributeValues?: Item | undefined;
}

/** A change of a part leaves the format of the whole; one that only removes makes no item. */
function withFormatSet<T extends Update>(input: T): T {
  const { UpdateExpression = '', ExpressionAttributeNames, ExpressionAttributeValues } = input;
  if (!/\b(?:SET|ADD)\s/.test(UpdateExpression)) return input;
  const set = '#format = if_not_exists(#format, :format)';
  const hasSet = /\bSET\s/.test(UpdateExpression);
  return {
    ...input,
    UpdateExpression: hasSet
      ? UpdateExpression.replace(/\bSET\s+/, `SET ${set}, `)
      : `SET ${set} ${UpdateExpression}`,
    ExpressionAttributeNames: { ...ExpressionAttributeNames, '#format': 'format' },
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':format': { N: String(writtenFormat) } },
  };
}

function itemsIn(output: ServiceOutputTypes): readonly Item[] {
  return [
    ...('Item' in output && output.Item ? [output.Item] : []),
    ...('Items' in output && output.Items ? output.Items : []),
    ...('Responses' in output && output.Responses ? Object.values(output.Responses).flat() : []),
  ].filter((item): item is Item => item !== undefined && !Array.isArray(item));
}

function checkFormat({ format }: Item): void {
  const number = Number(format?.N ?? 1);
  if (!readFormats.includes(number)) throw new UnknownItemFormatError(number);
}
