import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { indexNames } from '../contract/tables.ts';

/**
 * The directory's items that carry a credential, read page by page: a page ends at a megabyte, which is half of ten
 * thousand tenants.
 * @param atMost reads no more than so many
 */
export async function readByCredential(
  dynamodb: DynamoDBDocumentClient,
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
      ExpressionAttributeValues: { ':credential': credential },
      ...(Number.isFinite(atMost) && { Limit: atMost }),
    },
  );
  const items: Record<string, unknown>[] = [];
  for await (const { Items = [] } of pages) {
    items.push(...Items);
    if (items.length >= atMost) break;
  }
  return items;
}
