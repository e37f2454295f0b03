import { createHash, randomBytes } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { markLength } from '../domain/runs/visitor-sketch.ts';
import type { VisitorName } from '../ports/personal-data.ts';

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
  readonly #dynamodb: DynamoDBClient;
  readonly #table: string;
  #salt: Promise<string> | null = null;

  constructor(dynamodb: DynamoDBClient, table: string) {
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
    try {
      await this.#dynamodb.send(
        new PutItemCommand({
          TableName: this.#table,
          Item: marshall({ ...key, salt }),
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
      return salt;
    } catch (error) {
      // Another was first.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return (await this.#read()) ?? salt;
    }
  }

  /** A query of one: who erases may not get items of this table. */
  async #read(): Promise<string | null> {
    const { Items = [] } = await this.#dynamodb.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: 'pk = :pk AND sk = :sk',
        ExpressionAttributeValues: marshall({ ':pk': key.pk, ':sk': key.sk }),
        ConsistentRead: true,
      }),
    );
    const [item] = Items;
    return item ? String(unmarshall(item).salt) : null;
  }
}
