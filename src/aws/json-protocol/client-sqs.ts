import { type ClientSettings, JsonClient } from './json-client.ts';
import { command, type Service } from './service.ts';

/** Stands in for `@aws-sdk/client-sqs` in the bundles of the functions. */

const service: Service = { name: 'sqs', version: '1.0', target: 'AmazonSQS', errors: {} };

export class SQSClient extends JsonClient {
  constructor(settings: ClientSettings) {
    super(service, settings);
  }
}

export const ChangeMessageVisibilityBatchCommand = command('ChangeMessageVisibilityBatch');
export const ChangeMessageVisibilityCommand = command('ChangeMessageVisibility');
export const SendMessageBatchCommand = command('SendMessageBatch');
export const SendMessageCommand = command('SendMessage');
