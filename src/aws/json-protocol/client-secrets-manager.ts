import { type ClientSettings, JsonClient } from './json-client.ts';
import { command, type Service } from './service.ts';
import { ServiceError } from './service-error.ts';

/** Stands in for `@aws-sdk/client-secrets-manager` in the bundles of the functions. */

export class InvalidParameterException extends ServiceError {}
export class ResourceExistsException extends ServiceError {}
export class ResourceNotFoundException extends ServiceError {}

const service: Service = {
  name: 'secretsmanager',
  version: '1.1',
  target: 'secretsmanager',
  errors: { InvalidParameterException, ResourceExistsException, ResourceNotFoundException },
  tokens: { CreateSecret: 'ClientRequestToken', PutSecretValue: 'ClientRequestToken' },
};

export class SecretsManagerClient extends JsonClient {
  constructor(settings: ClientSettings) {
    super(service, settings);
  }
}

export const CreateSecretCommand = command('CreateSecret');
export const DeleteSecretCommand = command('DeleteSecret');
export const GetSecretValueCommand = command('GetSecretValue');
export const PutSecretValueCommand = command('PutSecretValue');
export const UpdateSecretVersionStageCommand = command('UpdateSecretVersionStage');
