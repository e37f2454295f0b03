import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type IndexName, sendingSecretPrefix, type Table, tables } from '../../src/contract/tables.ts';
import type { Access } from '../access.ts';
import type { DataStack, TableKey } from '../data.ts';
import type { Stage } from '../stage.ts';
import type { FileStore } from './file-store.ts';

/** The resources of the functions. */
export interface Resources {
  readonly stage: Stage;
  readonly tables: DataStack['tables'];
  readonly idSecret: Secret;
  /** Tokens of the chat app's subscription handshake. */
  readonly verifyTokens: Secret;
  readonly bus: EventBus;
  readonly turns: Queue;
  readonly continuations: Queue;
  readonly outbound: Queue;
  readonly chores: Queue;
  readonly files: Queue;
  readonly runs: Queue;
  readonly fileStore: FileStore;
}

/** Name that the secrets of the tenants begin with. @see design 6 */
export function tenantSecretPrefix(stage: Stage): string {
  return `${stage.prefix}tenant/`;
}

/**
 * The policy statements for an access: just the actions named, on just the resources named. The only wildcards are the
 * names of tenants, which are not known when the stacks are deployed.
 */
export function statementsFor(scope: Construct, access: Access, resources: Resources): PolicyStatement[] {
  const { bus, outbound, chores, files, runs, stage, idSecret, verifyTokens } = resources;
  const { queues = [] } = access;
  return [
    ...tableStatements(access, resources),
    ...(access.publishes ? [allow(['events:PutEvents'], [bus.eventBusArn])] : []),
    ...queues.map((name) => allow(['sqs:SendMessage'], [resources[name].queueArn])),
    ...(access.queuesReplies ? [allow(['sqs:SendMessage'], [outbound.queueArn])] : []),
    ...(access.enqueuesJobs ? [allow(['sqs:SendMessage'], [chores.queueArn])] : []),
    ...(access.enqueuesFiles ? [allow(['sqs:SendMessage'], [files.queueArn])] : []),
    ...(access.enqueuesRunTasks ? [allow(['sqs:SendMessage'], [runs.queueArn])] : []),
    ...objectStatements(access, resources),
    ...(access.readsSecrets
      ? [allow(['secretsmanager:GetSecretValue'], [secretsOf(scope, tenantSecretPrefix(stage))])]
      : []),
    ...(access.readsSendingSecrets
      ? [
          allow(
            ['secretsmanager:GetSecretValue'],
            [secretsOf(scope, sendingSecretPrefix(tenantSecretPrefix(stage)))],
          ),
        ]
      : []),
    ...(access.changesSecrets ? [allow(changingActions, ofBothKinds(scope, stage))] : []),
    ...(access.derivesIds ? [allow(['secretsmanager:GetSecretValue'], [idSecret.secretArn])] : []),
    ...(access.readsVerifyTokens ? [allow(['secretsmanager:GetSecretValue'], [verifyTokens.secretArn])] : []),
    ...(access.consumes ? [allow(pollingActions, [resources[access.consumes].queueArn])] : []),
    // The code sets when a failed FIFO record is received again; standard queues use their own visibility
    // timeout.
    ...(access.consumes && !plainQueues.includes(access.consumes)
      ? [allow(['sqs:ChangeMessageVisibility'], [resources[access.consumes].queueArn])]
      : []),
    ...(access.mails && stage.mailFrom
      ? [allow(['ses:SendEmail'], [mailIdentity(scope, stage.mailFrom), mailSettings(scope, stage)])]
      : []),
    ...(access.asksModels ? modelStatements(scope, stage.languageModels) : []),
  ];
}

/** Those without an order. */
const plainQueues: readonly Access['consumes'][] = ['chores', 'files', 'runs'];

/** Lambda's own as it polls. */
const pollingActions = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

const action = 'bedrock:InvokeModel';

const changingActions = ['GetSecretValue', 'PutSecretValue', 'UpdateSecretVersionStage', 'CreateSecret'].map(
  (action) => `secretsmanager:${action}`,
);

/** The secrets that tenants verify and send with. */
function ofBothKinds(scope: Construct, stage: Stage): string[] {
  const prefix = tenantSecretPrefix(stage);
  return [secretsOf(scope, prefix), secretsOf(scope, sendingSecretPrefix(prefix))];
}

function objectStatements({ objects = {}, listsObjects }: Access, { fileStore: { bucket } }: Resources) {
  const ofObjects = Object.entries(objects).map(([prefix, actions]) =>
    allow(
      actions.map((action) => `s3:${action}`),
      [bucket.arnForObjects(`${prefix}/*`)],
    ),
  );
  return [...ofObjects, ...(listsObjects ? [allow(['s3:ListBucket'], [bucket.bucketArn])] : [])];
}

/** A statement that allows these actions on these resources. */
export function allow(actions: string[], resources: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources });
}

function tableStatements(access: Access, resources: Resources): PolicyStatement[] {
  const ofTables = Object.entries(access.tables ?? {}).map(([key, actions]) =>
    allow(actions.map(dynamodbAction), [resources.tables[key as TableKey].tableArn]),
  );
  const ofIndexes = (access.queries ?? []).map((name) =>
    allow([dynamodbAction('Query')], [`${resources.tables[tableOfIndex(name)].tableArn}/index/${name}`]),
  );
  return [...ofTables, ...ofIndexes];
}

function tableOfIndex(name: IndexName): TableKey {
  const [key] =
    Object.entries<Table>(tables).find(([, { indexes = [] }]) =>
      indexes.some((each) => each.name === name),
    ) ?? [];
  return key as TableKey;
}

function dynamodbAction(action: string): string {
  return `dynamodb:${action}`;
}

/** `eu.amazon.nova-lite-v1:0`: a part of the world, and the model that is asked somewhere in it. */
const profile = /^(us|us-gov|eu|apac|jp|au|ca|sa|me|global)\.(.+)$/;

/**
 * The permission to invoke these Amazon Bedrock models: a model in this region, or an inference profile, which
 * invokes the model in any region of its geography. The model's permission therefore covers all regions, but only
 * through the profile.
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html
 */
function modelStatements(scope: Construct, models: readonly string[]): PolicyStatement[] {
  const stack = Stack.of(scope);
  const arn = (resource: string, resourceName: string, where: { region?: string; account?: string }) =>
    stack.formatArn({ service: 'bedrock', resource, resourceName, ...where });
  return models.flatMap((id) => {
    const [, geography, model = ''] = profile.exec(id) ?? [];
    if (geography === undefined)
      return [
        new PolicyStatement({ actions: [action], resources: [arn('foundation-model', id, { account: '' })] }),
      ];
    const profileArn = arn('inference-profile', id, {});
    const anywhere = arn('foundation-model', model, { account: '', region: '*' });
    // A global profile invokes a model without a region.
    const nowhere = arn('foundation-model', model, { account: '', region: '' });
    return [
      new PolicyStatement({ actions: [action], resources: [profileArn] }),
      new PolicyStatement({
        actions: [action],
        resources: geography === 'global' ? [anywhere, nowhere] : [anywhere],
        conditions: { StringEquals: { 'bedrock:InferenceProfileArn': profileArn } },
      }),
    ];
  });
}

function secretsOf(scope: Construct, prefix: string): string {
  return Stack.of(scope).formatArn({
    service: 'secretsmanager',
    resource: 'secret',
    resourceName: `${prefix}*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}

/** The name of the configuration set by which SES publishes bounces and complaints. */
export const mailSettingsName = (stage: Stage): string => `${stage.prefix}mails`;

function mailSettings(scope: Construct, stage: Stage): string {
  const name = mailSettingsName(stage);
  return Stack.of(scope).formatArn({ service: 'ses', resource: 'configuration-set', resourceName: name });
}

/** The verified domain of an address that mails are sent from. */
export function mailIdentity(scope: Construct, address: string): string {
  return Stack.of(scope).formatArn({
    service: 'ses',
    resource: 'identity',
    resourceName: address.split('@')[1] ?? '',
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
}
