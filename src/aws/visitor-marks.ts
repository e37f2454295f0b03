import { createHash, randomBytes } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { markLength } from '../domain/runs/visitor-sketch.ts';
import type { VisitorName } from '../ports/personal-data.ts';
import { isWritten } from './items.ts';

const key = { pk: 'visitors', sk: 'salt' };
const saltBytes = 16;

/** 36 bits that stand for a visitor of a channel: nobody who does not have the deployment's salt learns anything of them. */
export function visitorMark(salt: string, { tenantId, channel, userId }: VisitorName): string {
  return createHash('sha256')
    .update(JSON.stringify([salt, tenantId, channel, userId]))
    .digest('base64url')
    .slice(0, markLength);
}

/** What stands for visitors where they are counted; the salt lies beside the runs, made by whoever needs it first. */
export class VisitorMarks {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;
  #salt: Promise<string> | null = null;

  constructor(dynamodb: DynamoDBDocumentClient, table: string) {
    this.#dynamodb = dynamodb;
    this.#table = table;
  }

  async of(visitor: VisitorName): Promise<string> {
    // A failed read is tried again.
    this.#salt ??= this.#findOrMake().catch((error: unknown) => {
      this.#salt = null;
      throw error;
    });
    return visitorMark(await this.#salt, visitor);
  }

  async #findOrMake(): Promise<string> {
    const found = await this.#read();
    if (found !== null) return found;
    const salt = randomBytes(saltBytes).toString('base64url');
    const put = new PutCommand({
      TableName: this.#table,
      Item: { ...key, salt },
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    if (await isWritten(this.#dynamodb.send(put))) return salt;
    // Another process was first.
    return (await this.#read()) ?? salt;
  }

  /** A query of one: who erases may not get items of this table. */
  async #read(): Promise<string | null> {
    const { Items = [] } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk AND sk = :sk',
        ExpressionAttributeValues: { ':pk': key.pk, ':sk': key.sk },
        ConsistentRead: true,
      }),
    );
    const [item] = Items;
    return item ? String(item.salt) : null;
  }
}
