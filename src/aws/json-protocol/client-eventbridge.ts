import { type ClientSettings, JsonClient } from './json-client.ts';
import { command, type Service } from './service.ts';

/** Stands in for `@aws-sdk/client-eventbridge` in the bundles of the functions. */

const service: Service = { name: 'events', version: '1.1', target: 'AWSEvents', errors: {} };

export class EventBridgeClient extends JsonClient {
  constructor(settings: ClientSettings) {
    super(service, settings);
  }
}

export const PutEventsCommand = command('PutEvents');
