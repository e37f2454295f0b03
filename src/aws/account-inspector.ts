import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  GetInferenceProfileCommand,
} from '@aws-sdk/client-bedrock';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  DescribeTypeCommand,
  ValidateTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
  DescribeUserPoolDomainCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
} from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { endpointOptions } from './clients.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads what a deployment will find in its account and region. It writes nothing. */
export class AccountInspector {
  readonly #env: Environment;

  constructor(env: Environment) {
    this.#env = env;
  }

  /** The number of the account that the credentials belong to. */
  async account(): Promise<string> {
    const { Account = '' } = await new STSClient(this.#options('STS')).send(new GetCallerIdentityCommand({}));
    return Account;
  }

  /** Concurrent executions of all functions: the limit, and its unreserved part. */
  async executions(): Promise<{ readonly limit: number; readonly unreserved: number }> {
    const { AccountLimit } = await this.#lambda().send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: limit = 0, UnreservedConcurrentExecutions: unreserved = limit } =
      AccountLimit ?? {};
    return { limit, unreserved };
  }

  /** Executions that a function has reserved; 0 for one that is not there. */
  async reservedBy(functionName: string): Promise<number> {
    const found = await unlessMissing(
      this.#lambda().send(new GetFunctionConcurrencyCommand({ FunctionName: functionName })),
    );
    return found?.ReservedConcurrentExecutions ?? 0;
  }

  /** A stack's status; null when there is none of this name. */
  async stack(name: string): Promise<{ readonly status: string; readonly isProtected: boolean } | null> {
    const found = await unlessMissing(
      this.#cloudformation().send(new DescribeStacksCommand({ StackName: name })),
    );
    const [stack] = found?.Stacks ?? [];
    return stack
      ? { status: stack.StackStatus ?? '', isProtected: stack.EnableTerminationProtection === true }
      : null;
  }

  /** The properties that a type of resource has in this region; null where there is no such type. */
  async propertiesOf(typeName: string): Promise<readonly string[] | null> {
    const command = new DescribeTypeCommand({ Type: 'RESOURCE', TypeName: typeName });
    const found = await unlessMissing(this.#cloudformation().send(command));
    if (!found) return null;
    const { properties = {} }: { readonly properties?: object } = JSON.parse(found.Schema ?? '{}');
    return Object.keys(properties);
  }

  /** Whether a template may refer to another stack's output, as the CDK's weak references do. */
  async understandsStackOutputs(): Promise<boolean> {
    const output = { StackName: 'any', Region: { Ref: 'AWS::Region' }, OutputName: 'any' };
    const named = { 'Fn::GetStackOutput': output };
    const Resources = { Any: { Type: 'AWS::CloudFormation::WaitConditionHandle', Metadata: { named } } };
    const command = new ValidateTemplateCommand({ TemplateBody: JSON.stringify({ Resources }) });
    try {
      await this.#cloudformation().send(command);
      return true;
    } catch (error) {
      if (error instanceof Error && error.message.includes('GetStackOutput')) return false;
      throw error;
    }
  }

  /** Whether a table exists. */
  async hasTable(name: string): Promise<boolean> {
    const client = new DynamoDBClient(this.#options('DYNAMODB'));
    return (await unlessMissing(client.send(new DescribeTableCommand({ TableName: name })))) !== null;
  }

  /** The user pool that a sign-in address belongs to, its name if it belongs to this account; null otherwise. */
  async ownerOfSignIn(prefix: string): Promise<{ readonly poolName: string | null } | null> {
    const client = new CognitoIdentityProviderClient(this.#options('COGNITO_IDENTITY_PROVIDER'));
    const { DomainDescription } = await client.send(new DescribeUserPoolDomainCommand({ Domain: prefix }));
    if (!DomainDescription?.UserPoolId) return null;
    const command = new DescribeUserPoolCommand({ UserPoolId: DomainDescription.UserPoolId });
    const pool = await unlessMissing(client.send(command));
    return { poolName: pool?.UserPool?.Name ?? null };
  }

  /** Whether SES can send to any address, and from this domain; `verified` is null for an unknown domain. */
  async mail(domain: string): Promise<{ readonly leftSandbox: boolean; readonly verified: boolean | null }> {
    const client = new SESv2Client(this.#options('SESV2'));
    const [account, identity] = await Promise.all([
      client.send(new GetAccountCommand({})),
      unlessMissing(client.send(new GetEmailIdentityCommand({ EmailIdentity: domain }))),
    ]);
    return {
      leftSandbox: account.ProductionAccessEnabled === true,
      verified: identity && identity.VerifiedForSendingStatus === true,
    };
  }

  /** Why a model can't be asked here; null when it can. */
  async refusalOfModel(id: string): Promise<string | null> {
    const client = new BedrockClient(this.#options('BEDROCK'));
    if (/^(us|us-gov|eu|apac|jp|au|ca|sa|me|global)\./.test(id)) {
      const profile = await unlessMissing(
        client.send(new GetInferenceProfileCommand({ inferenceProfileIdentifier: id })),
      );
      if (!profile) return 'there is no such inference profile in this region';
      return profile.status === 'ACTIVE' ? null : `the inference profile is ${profile.status}`;
    }
    const model = await unlessMissing(
      client.send(new GetFoundationModelAvailabilityCommand({ modelId: id })),
    );
    if (!model || model.regionAvailability === 'NOT_AVAILABLE')
      return 'the model is not offered in this region';
    if (model.authorizationStatus !== 'AUTHORIZED') return 'this account may not use the model';
    return model.entitlementAvailability === 'AVAILABLE' ? null : 'access to the model was not asked for';
  }

  #cloudformation(): CloudFormationClient {
    return new CloudFormationClient(this.#options('CLOUDFORMATION'));
  }

  #lambda(): LambdaClient {
    return new LambdaClient(this.#options('LAMBDA'));
  }

  #options(service: string) {
    return endpointOptions(this.#env, service);
  }
}

const missing = [
  'ResourceNotFoundException',
  'NotFoundException',
  'ResourceNotFound',
  'TypeNotFoundException',
];

/** Resolves to null if AWS reports that the resource doesn't exist. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // CloudFormation has no error of its own for it.
    const isMissing = missing.includes(error.name) || /with id \S+ does not exist/.test(error.message);
    if (isMissing) return null;
    throw error;
  }
}
