import { Duration, Stack, Tags } from 'aws-cdk-lib';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  ContextAttribute,
  Schedule,
  ScheduleExpression,
  ScheduleTargetInput,
} from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { NagSuppressions } from 'cdk-nag';
import { Construct } from 'constructs';
import {
  type FunctionSetting,
  functionSettings,
  functionTimeoutMs,
} from '../../src/contract/function-settings.ts';
import type { Access, FunctionDefinition } from '../access.ts';
import { bundleFolder, lambdaHandler } from '../bundles.ts';
import { type FunctionName, functions } from '../functions.ts';
import { removalOf, type Stage } from '../stage.ts';
import { allow, mailSettingsName, type Resources, statementsFor, tenantSecretPrefix } from './permissions.ts';
import { publisherTag } from './static-files.ts';

export interface GatewayFunctionProps {
  readonly name: FunctionName;
  readonly stage: Stage;
  /** The folder of the bundles. */
  readonly bundleRoot: string;
  /** Absent for a function that touches nothing. */
  readonly resources?: Resources;
  readonly reservedConcurrency?: number | undefined;
  /** For the functions that read or change users. */
  readonly userPool?: IUserPool;
  /** The console's URL, for the session endpoint. */
  readonly adminOrigins?: readonly string[];
}

const defaultMemoryMb = 512;

/** One function with its own role, log group and environment. @see design 5.1, 7 */
export class GatewayFunction extends Construct {
  readonly function: LambdaFunction;
  readonly role: Role;

  constructor(scope: Construct, props: GatewayFunctionProps) {
    const { name, stage, bundleRoot, resources, reservedConcurrency } = props;
    super(scope, name);
    const { bundle, memoryMb = defaultMemoryMb }: FunctionDefinition = functions[name];
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${stage.prefix}${name}`,
      retention: stage.logRetentionDays,
      removalPolicy: removalOf(stage),
    });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const { access }: { readonly access: Access } = functions[name];
    if (access.publishes) Tags.of(this.role).add(publisherTag, stage.prefix);
    // Not the managed policy, which may write to every log group of the account.
    this.role.addToPolicy(allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [`${logGroup.logGroupArn}`]));
    this.function = new LambdaFunction(this, 'Function', {
      functionName: stage.prefix + name,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      code: Code.fromAsset(bundleFolder(bundle, bundleRoot)),
      handler: lambdaHandler(bundle),
      timeout: Duration.millis(functionTimeoutMs[name]),
      tracing: stage.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      // Lambda's own log lines only for failed invocations; our own line has the rest.
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      applicationLogLevelV2: ApplicationLogLevel[stage.logLevel],
      role: this.role,
      logGroup,
      environment: environmentOf(name, props),
      ...(reservedConcurrency && { reservedConcurrentExecutions: reservedConcurrency }),
    });
    if (resources) this.permit(resources);
    this.permitUsers(props.userPool);
    this.explainWildcards();
  }

  private permit(resources: Resources): void {
    const { access } = functions[this.node.id as FunctionName];
    for (const statement of statementsFor(this, access, resources)) this.role.addToPolicy(statement);
  }

  private permitUsers(userPool: IUserPool | undefined): void {
    const { asksUserPool = [] }: Access = functions[this.node.id as FunctionName].access;
    if (!userPool || asksUserPool.length === 0) return;
    const actions = asksUserPool.map((action) => `cognito-idp:${action}`);
    this.role.addToPolicy(allow(actions, [userPool.userPoolArn]));
  }

  private explainWildcards(): void {
    const reasons = [
      ['Resource::*', 'X-Ray has no resources to name: its two write actions know only "*".'],
      [
        '/^Resource::.*tenant(-sending)?\\/\\*$/',
        'One secret a tenant; tenants come and go without a deployment.',
      ],
      [
        '/^Resource::.*(incoming|clean)\\/\\*$/',
        'One prefix of the bucket; the keys below it are made while it runs.',
      ],
      [
        '/^Resource::.*:bedrock:\\*::foundation-model\\/.*$/',
        'The regions that an inference profile asks are its own choice; the statement holds through that profile only.',
      ],
    ] as const;
    NagSuppressions.addResourceSuppressions(
      this.role,
      reasons.map(([applied, reason]) => ({
        id: 'AwsSolutions-IAM5',
        reason,
        appliesTo: [applied.startsWith('/') ? { regex: applied } : applied],
      })),
      true,
    );
  }
}

/** The settings that the function's entry reads. @see src/contract/function-settings.ts */
function environmentOf(
  name: FunctionName,
  { stage, resources, userPool, adminOrigins = [] }: GatewayFunctionProps,
): Record<string, string> {
  const common = { POWERTOOLS_LOG_LEVEL: stage.logLevel, POWERTOOLS_SERVICE_NAME: name };
  if (!resources) return common;
  const { bus, turns, continuations, outbound, chores, files, runs, fileStore, idSecret, verifyTokens } =
    resources;
  const values: Readonly<Record<FunctionSetting, string>> = {
    STAGE: stage.name,
    TABLE_PREFIX: stage.prefix,
    EVENT_BUS_NAME: bus.eventBusName,
    TURNS_QUEUE_URL: turns.queueUrl,
    CONTINUATIONS_QUEUE_URL: continuations.queueUrl,
    OUTBOUND_QUEUE_URL: outbound.queueUrl,
    CHORES_QUEUE_URL: chores.queueUrl,
    FILES_QUEUE_URL: files.queueUrl,
    RUNS_QUEUE_URL: runs.queueUrl,
    FILES_BUCKET: fileStore.bucket.bucketName,
    TENANT_SECRET_PREFIX: tenantSecretPrefix(stage),
    ID_SECRET_ARN: idSecret.secretArn,
    ALLOWED_HTTP_ORIGINS: stage.allowedHttpOrigins.join(','),
    LLM_MODEL: stage.languageModels[0] ?? '',
    LLM_MODELS: stage.languageModels.join(','),
    WEBHOOK_VERIFY_TOKENS_ARN: verifyTokens.secretArn,
    ADMIN_ORIGINS: adminOrigins.join(','),
    USER_POOL_ID: userPool?.userPoolId ?? '',
    MAIL_FROM: stage.mailFrom ?? '',
    MAIL_CONFIGURATION_SET: stage.mailFrom ? mailSettingsName(stage) : '',
    CONSOLE_URL: adminOrigins[0] ?? '',
  };
  return {
    ...common,
    ...Object.fromEntries(functionSettings[name].map((setting) => [setting, values[setting]])),
  };
}

/** Has EventBridge Scheduler run a function again and again. No retries: the next run does what one didn't. */
export function runEvery(
  item: GatewayFunction,
  { id, description, every }: { readonly id: string; readonly description: string; readonly every: Duration },
): void {
  const stack = Stack.of(item);
  const schedule = new Schedule(stack, id, {
    description,
    schedule: ScheduleExpression.rate(every),
    target: new LambdaInvoke(item.function, {
      // Without an input of its own a schedule's event doesn't say where it comes from.
      input: ScheduleTargetInput.fromObject({
        source: 'aws.scheduler',
        id: ContextAttribute.executionId,
        time: ContextAttribute.scheduledTime,
      }),
      retryAttempts: 0,
      maxEventAge: every,
    }),
  });
  NagSuppressions.addStackSuppressions(stack, [
    {
      id: 'AwsSolutions-IAM5',
      reason: "The scheduler's role may invoke any version of this one function: the construct grants it so.",
      appliesTo: [{ regex: `/^Resource::<${item.node.id.replaceAll('-', '')}.*Function.*\\.Arn>:\\*$/` }],
    },
  ]);
  schedule.node.addDependency(item.function);
}
