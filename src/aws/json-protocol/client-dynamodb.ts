import { type ClientSettings, JsonClient } from './json-client.ts';
import { paginate } from './paginate.ts';
import { command, type Service } from './service.ts';
import { ServiceError } from './service-error.ts';

/** Stands in for `@aws-sdk/client-dynamodb` in the bundles of the functions: the operations that they use, and no other. */

export class ConditionalCheckFailedException extends ServiceError {}
export class ResourceNotFoundException extends ServiceError {}

/** Two regions wrote at once: the SDK's model has it repeated. */
class ReplicatedWriteConflictException extends ServiceError {
  readonly $retryable = {};
}

const service: Service = {
  name: 'dynamodb',
  version: '1.0',
  target: 'DynamoDB_20120810',
  errors: { ConditionalCheckFailedException, ResourceNotFoundException, ReplicatedWriteConflictException },
  hasBytes: true,
};

export class DynamoDBClient extends JsonClient {
  constructor(settings: ClientSettings) {
    super(service, settings);
  }
}

export const BatchGetItemCommand = command('BatchGetItem');
export const BatchWriteItemCommand = command('BatchWriteItem');
export const DeleteItemCommand = command('DeleteItem');
export const GetItemCommand = command('GetItem');
export const PutItemCommand = command('PutItem');
export const QueryCommand = command('Query');
export const ScanCommand = command('Scan');
export const UpdateItemCommand = command('UpdateItem');

export const paginateQuery = paginate(QueryCommand);
export const paginateScan = paginate(ScanCommand);
