import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AccountRecovery,
  type CfnUserPool,
  FeaturePlan,
  LambdaVersion,
  Mfa,
  StringAttribute,
  UserPool,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import { invitationMail } from '../src/contract/admin-app.ts';
import { GatewayFunction } from './constructs/gateway-function.ts';
import { mailIdentity } from './constructs/permissions.ts';
import { removalOf, type Stage } from './stage.ts';

export interface IdentityStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundleRoot: string;
  /** Where the admin application runs: what an invitation says. */
  readonly adminOrigin: string;
}

/** With `OPTIONAL` the hosted sign-in offers nobody to enrol; with `REQUIRED` everybody must. @see design 7 */
const mfaOf = { on: Mfa.REQUIRED, optional: Mfa.OPTIONAL } as const satisfies Record<Stage['mfa'], Mfa>;

/** The users of the admin application. @see spec "Administration sign-in", design 7 */
export class IdentityStack extends Stack {
  readonly userPool: UserPool;
  /** Copies tenant and role into access tokens: without it nobody can sign in. */
  readonly trigger: GatewayFunction;

  constructor(
    scope: Construct,
    id: string,
    { stage, bundleRoot, adminOrigin, ...props }: IdentityStackProps,
  ) {
    super(scope, id, props);
    this.userPool = this.createUserPool(stage, adminOrigin);
    if (stage.mailFrom) this.sendMailFrom(stage.mailFrom);
    this.trigger = new GatewayFunction(this, { name: 'pre-token', stage, bundleRoot });
    // Access tokens carry no custom attributes of themselves: version 2 of the trigger copies them in.
    this.userPool.addTrigger(
      UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
      this.trigger.function,
      LambdaVersion.V2_0,
    );
    new CfnOutput(this, 'UserPoolId', { value: this.userPool.userPoolId });
  }

  private createUserPool(stage: Stage, adminOrigin: string): UserPool {
    const { subject, body } = invitationMail(`${adminOrigin}/`);
    const pool = new UserPool(this, 'Users', {
      userPoolName: `${stage.prefix}users`,
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: false,
      userInvitation: { emailSubject: subject, emailBody: body },
      signInAliases: { email: true },
      autoVerify: { email: true },
      standardAttributes: { email: { required: true, mutable: true } },
      // A new address counts only once it is verified.
      keepOriginal: { email: true },
      customAttributes: {
        tenant_id: new StringAttribute({ mutable: true, maxLen: 128 }),
        role: new StringAttribute({ mutable: true, maxLen: 32 }),
      },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireUppercase: true,
        requireSymbols: true,
        tempPasswordValidity: Duration.days(3),
      },
      mfa: mfaOf[stage.mfa],
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: stage.protect,
      removalPolicy: removalOf(stage),
    });
    NagSuppressions.addResourceSuppressions(pool, [
      ...(stage.mfa === 'on'
        ? []
        : [
            {
              id: 'AwsSolutions-COG2',
              reason: 'A stage for trials: nobody can be made to enrol. A protected stage has `mfa: on`.',
            },
          ]),
      {
        id: 'AwsSolutions-COG8',
        reason: 'The plan Essentials has all that is used; Plus adds risk scores at a price.',
      },
    ]);
    return pool;
  }

  /** The construct's own `withSES` wants the region to be known at synthesis. */
  private sendMailFrom(address: string): void {
    const pool = this.userPool.node.defaultChild as CfnUserPool;
    pool.emailConfiguration = {
      emailSendingAccount: 'DEVELOPER',
      from: address,
      sourceArn: mailIdentity(this, address),
    };
  }
}
