import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import {
  BucketDeployment,
  type BucketDeploymentProps,
  CacheControl,
  type ISource,
  Source,
} from 'aws-cdk-lib/aws-s3-deployment';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import type { AdminSettings } from '../src/contract/admin-app.ts';
import type { StaticFiles } from './constructs/static-files.ts';
import type { IdentityStack } from './identity.ts';
import type { SignInStack } from './sign-in.ts';
import type { Stage } from './stage.ts';
import type { WebStack } from './web.ts';

export interface SiteStackProps extends StackProps {
  readonly stage: Stage;
  readonly web: WebStack;
  readonly identity: IdentityStack;
  readonly signIn: SignInStack;
  readonly builds: SiteBuilds;
}

/** Folders of built files. */
export interface SiteBuilds {
  /** The admin application; what is under `assets/` carries a hash of its content in its name. */
  readonly admin?: string;
  readonly widget?: string;
}

/** Old asset names stay, for the pages that are open in browsers. */
const immutable = CacheControl.fromString('public, max-age=31536000, immutable');
/** Its address is on the tenants' pages for good: a browser asks again after five minutes, and need not wait for it. */
const widgetCache = CacheControl.fromString('public, max-age=300, stale-while-revalidate=86400');

/**
 * Puts the built files and `config.json` where the web stack serves them. A stack of its own: the settings name the API
 * and the sign-in, which in turn must know the web stack's address.
 */
export class SiteStack extends Stack {
  readonly #web: WebStack;
  readonly #logGroup: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    { web, identity, signIn, builds, stage, ...props }: SiteStackProps,
  ) {
    super(scope, id, props);
    this.#web = web;
    this.#logGroup = new LogGroup(this, 'Logs', {
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const settings: AdminSettings = {
      apiUrl: web.baseUrl,
      authUrl: signIn.signInUrl,
      issuer: identity.userPool.userPoolProviderUrl,
      clientId: signIn.client.userPoolClientId,
      widgetUrl: `${web.public.origin}/widget/widget.js`,
    };
    if (builds.admin) this.deployAdmin(builds.admin, settings);
    if (builds.widget) {
      this.deploy('Widget', web.public, [Source.asset(builds.widget)], widgetCache, {
        destinationKeyPrefix: 'widget',
        distribution: web.public.distribution,
        distributionPaths: ['/widget/*'],
      });
    }
    for (const [name, value] of Object.entries(settings)) new CfnOutput(this, name, { value });
    new CfnOutput(this, 'WidgetTag', {
      description: 'What a tenant puts on its pages, with its own ids',
      value: `<script src="${settings.widgetUrl}" data-api="${web.baseUrl}" data-tenant="TENANT" data-widget="WIDGET" async></script>`,
    });
    this.explain();
  }

  /** Assets first, so that no page names one that is not there yet. */
  private deployAdmin(folder: string, settings: AdminSettings): void {
    const assets = Source.asset(folder, { exclude: ['**', '!assets', '!assets/**'] });
    const pages = Source.asset(folder, { exclude: ['assets', 'assets/**'] });
    const config = Source.jsonData('config.json', settings);
    const first = this.deploy('Assets', this.#web.admin, [assets], immutable, {});
    this.deploy('Pages', this.#web.admin, [pages, config], CacheControl.noCache(), {
      distribution: this.#web.admin.distribution,
      distributionPaths: ['/*'],
    }).node.addDependency(first);
  }

  private deploy(
    id: string,
    { bucket }: StaticFiles,
    sources: ISource[],
    cacheControl: CacheControl,
    rest: Partial<BucketDeploymentProps>,
  ): BucketDeployment {
    return new BucketDeployment(this, id, {
      sources,
      destinationBucket: bucket,
      cacheControl: [cacheControl],
      prune: false,
      logGroup: this.#logGroup,
      memoryLimit: 256,
      ...rest,
    });
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
