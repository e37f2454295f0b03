import { Duration, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { NagSuppressions } from 'cdk-nag';
import { Construct } from 'constructs';
import { bundleFolder } from '../bundles.ts';
import { removalOf, type Stage } from '../stage.ts';
import { allow } from './permissions.ts';

export interface VisitorProps {
  readonly stage: Stage;
  readonly bundleRoot: string;
  readonly baseUrl: string;
  readonly writesTo: NonNullable<Stage['visitor']>;
  readonly verifyTokens: Secret;
}

/**
 * Sends one message a minute to the public URL: the functions' own metrics can't show that nobody reaches them. It
 * isn't in the table of functions, since it serves nobody and uses only one secret.
 * @see src/clients/visit-gateway.ts
 */
export class Visitor extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: VisitorProps) {
    super(scope, id);
    const { stage, bundleRoot, baseUrl, writesTo, verifyTokens } = props;
    const functionName = `${stage.prefix}visitor`;
    const logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: stage.logRetentionDays,
      removalPolicy: removalOf(stage),
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    role.addToPolicy(allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]));
    role.addToPolicy(allow(['secretsmanager:GetSecretValue'], [verifyTokens.secretArn]));
    this.function = new LambdaFunction(this, 'Function', {
      functionName,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 256,
      code: Code.fromAsset(bundleFolder('visitor', bundleRoot)),
      handler: 'index.handler',
      // Six steps of ten seconds at most.
      timeout: Duration.seconds(60),
      role,
      logGroup,
      environment: {
        POWERTOOLS_SERVICE_NAME: 'visitor',
        BASE_URL: baseUrl,
        VISITOR_TENANT: writesTo.tenantId,
        VISITOR_WIDGET: writesTo.widgetId,
        WEBHOOK_VERIFY_TOKENS_ARN: verifyTokens.secretArn,
      },
    });
    new Schedule(this, 'EveryMinute', {
      description: 'Writes to the gateway as a visitor',
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new LambdaInvoke(this.function, { retryAttempts: 0, maxEventAge: Duration.minutes(1) }),
    });
    NagSuppressions.addStackSuppressions(Stack.of(this), [
      {
        id: 'AwsSolutions-IAM5',
        reason:
          "The scheduler's role may invoke any version of this one function: the construct grants it so.",
        appliesTo: [{ regex: '/^Resource::<Visitor.*Function.*\\.Arn>:\\*$/' }],
      },
    ]);
  }
}
