import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import type { ApiStack } from './api.ts';
import type { IdentityStack } from './identity.ts';
import type { Stage } from './stage.ts';
import type { WebStack } from './web.ts';

export interface SiteStackProps extends StackProps {
  readonly stage: Stage;
  readonly web: WebStack;
  readonly identity: IdentityStack;
  readonly api: ApiStack;
  /** Built files: the admin application at the root, the widget under `widget/`. */
  readonly siteFolder: string;
}

/**
 * Puts the built files and `config.json` where the web stack serves them. A stack of its own: the settings name the API
 * and the sign-in, which in turn must know the web stack's address.
 */
export class SiteStack extends Stack {
  constructor(scope: Construct, id: string, { web, identity, api, siteFolder, ...props }: SiteStackProps) {
    super(scope, id, props);
    const settings = {
      apiUrl: api.baseUrl,
      authUrl: identity.signInUrl,
      clientId: identity.client.userPoolClientId,
    };
    const logGroup = new LogGroup(this, 'Logs', {
      retention: props.stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const deploy = (name: string, sources: ISource[], cacheControl: CacheControl[], rest: object) =>
      new BucketDeployment(this, name, {
        sources,
        destinationBucket: web.bucket,
        distribution: web.distribution,
        cacheControl,
        prune: false,
        logGroup,
        memoryLimit: 256,
        ...rest,
      });
    // Names of assets carry a hash of their content; everything else is asked for each time.
    const immutable = [CacheControl.fromString('public, max-age=31536000, immutable')];
    deploy('Assets', [Source.asset(siteFolder, { exclude: ['**', '!assets', '!assets/**'] })], immutable, {});
    const pages = [
      Source.asset(siteFolder, { exclude: ['assets', 'assets/**'] }),
      Source.jsonData('config.json', settings),
    ];
    deploy('Pages', pages, [CacheControl.noCache()], {}).node.addDependency(this.node.findChild('Assets'));
    for (const [name, value] of Object.entries(settings)) new CfnOutput(this, name, { value });
    this.explain();
  }

  private explain(): void {
    NagSuppressions.addStackSuppressions(this, [
      {
        id: 'AwsSolutions-IAM4',
        reason: "The CDK's own function that copies files during a deployment uses the basic execution role.",
      },
      {
        id: 'AwsSolutions-IAM5',
        reason: "The CDK's own function copies assets of any name to the bucket and clears the CDN's cache.",
      },
      { id: 'AwsSolutions-L1', reason: 'The CDK chooses the runtime of its own function.' },
    ]);
  }
}
