import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { indexNames } from '../contract/tables.ts';

/**
 * The directory's items that carry a credential, read page by page: a page ends at a megabyte, which is half of ten
 * thousand tenants.
 * @param atMost reads no more than so many
 */
export async function readByCredential(
  dynamodb: DynamoDBClient,
  TableName: string,
  credential: string,
  atMost: number = Number.POSITIVE_INFINITY,
): Promise<readonly Record<string, unknown>[]> {
  const pages = paginateQuery(
    { client: dynamodb, stopOnSameToken: true },
    {
      TableName,
      IndexName: indexNames.byCredential,
      KeyConditionExpression: 'credential = :credential',
      ExpressionAttributeValues: marshall({ ':credential': credential }),
      ...(Number.isFinite(atMost) && { Limit: atMost }),
    },
  );
  const items: Record<string, unknown>[] = [];
  for await (const { Items = [] } of pages) {
    items.push(...Items.map((item) => unmarshall(item)));
    if (items.length >= atMost) break;
  }
  return items;
}
