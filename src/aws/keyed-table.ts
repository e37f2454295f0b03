import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';

export type Item = Readonly<Record<string, unknown>>;

/** An update with its values as the code has them. */
export type Update = Pick<
  UpdateItemCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ReturnValues'
> & { readonly values?: Item };

/** A table whose items have a partition key and no other: `pk`. */
export class KeyedTable {
  readonly #dynamodb: DynamoDBClient;
  readonly #name: string;

  constructor(dynamodb: DynamoDBClient, name: string) {
    this.#dynamodb = dynamodb;
    this.#name = name;
  }

  /** The item as it is now; null when there is none. `lately`: as it was a moment ago, which costs half. */
  async find(pk: string, as: 'now' | 'lately' = 'now'): Promise<Item | null> {
    const { Item } = await this.#dynamodb.send(
      new GetItemCommand({ TableName: this.#name, Key: marshall({ pk }), ConsistentRead: as === 'now' }),
    );
    return Item ? unmarshall(Item) : null;
  }

  /**
   * @returns the attributes that `ReturnValues` asks for
   * @throws ConditionalCheckFailedException
   */
  async update(pk: string, { values, ...update }: Update): Promise<Item> {
    const command = new UpdateItemCommand({
      TableName: this.#name,
      Key: marshall({ pk }),
      ...update,
      ...(values && { ExpressionAttributeValues: marshall(values, { removeUndefinedValues: true }) }),
      ...(update.ConditionExpression && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
    });
    const { Attributes = {} } = await this.#dynamodb.send(command);
    return unmarshall(Attributes);
  }

  /**
   * Updates an item unless its condition doesn't hold.
   * @returns whether it was done, with what `ReturnValues` asks for, or else the item that stands in the way
   */
  async tryUpdate(pk: string, update: Update): Promise<{ readonly done: boolean; readonly item: Item }> {
    try {
      return { done: true, item: await this.update(pk, update) };
    } catch (error) {
      return { done: false, item: await this.refusing(pk, error) };
    }
  }

  /**
   * The item that a condition did not hold for.
   * @throws the error itself when it says something else
   */
  async refusing(pk: string, error: unknown): Promise<Item> {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    // Emulators leave the item out of the exception: read it then.
    return error.Item ? unmarshall(error.Item) : ((await this.find(pk)) ?? {});
  }
}
