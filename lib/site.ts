import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { chatPage, chatPagePrefix } from '../src/contract/chat-page.ts';
import type { AdminSettings } from '../src/contract/docs.ts';
import { bucketOrigin, filesBucketName } from '../src/contract/files.ts';
import { testPage, testPagePath } from '../src/contract/test-chat.ts';
import { testPageFolder, widgetReleaseFile, widgetReleases } from './bundles.ts';
import type { StaticFiles } from './constructs/static-files.ts';
import type { IdentityStack, SignInStack } from './identity.ts';
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
  /** File names under `releases/` contain a hash of the content; `release.json` names the current one. */
  readonly widget?: string;
  readonly docs?: string;
}

/** Old names stay: assets for the pages that are open in browsers, the widget's releases for those that name them. */
const immutable = CacheControl.fromString('public, max-age=31536000, immutable');
/** Customers' pages use this URL permanently: browsers revalidate it after five minutes in the background. */
const widgetCache = CacheControl.fromString('public, max-age=300, stale-while-revalidate=86400');

/**
 * Puts the built files and `config.json` where the web stack serves them. A stack of its own: the settings name the API
 * and the sign-in, which in turn must know the web stack's address.
 */
export class SiteStack extends Stack {
  readonly #web: WebStack;
  readonly #stage: Stage;
  readonly #logGroup: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    { web, identity, signIn, builds, stage, ...props }: SiteStackProps,
  ) {
    super(scope, id, props);
    this.#web = web;
    this.#stage = stage;
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
    if (builds.widget) this.deployWidget(builds.widget, settings);
    if (builds.docs) this.deployDocs(builds.docs);
    for (const [name, value] of Object.entries(settings)) new CfnOutput(this, name, { value });
    new CfnOutput(this, 'WidgetTag', {
      description: 'What a tenant puts on its pages, with its own ids',
      value: this.tagOf(`src="${settings.widgetUrl}"`),
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

  /** The release first, so that `release.json` names none that is not there yet. */
  private deployWidget(folder: string, { widgetUrl }: AdminSettings): void {
    const releases = Source.asset(folder, { exclude: ['**', `!${widgetReleases}`, `!${widgetReleases}/**`] });
    const others = Source.asset(folder, { exclude: [widgetReleases, `${widgetReleases}/**`] });
    const there = { destinationKeyPrefix: 'widget' };
    const first = this.deploy('Releases', this.#web.public, [releases], immutable, there);
    this.deploy('Widget', this.#web.public, [others], widgetCache, {
      ...there,
      distribution: this.#web.public.distribution,
      distributionPaths: ['/widget/*'],
    }).node.addDependency(first);
    this.deployChatPage();
    this.deployTestPage();
    const built = join(folder, widgetReleaseFile);
    if (!existsSync(built)) return;
    const { file, integrity }: Readonly<Record<string, string>> = JSON.parse(readFileSync(built, 'utf8'));
    const src = widgetUrl.replace('widget.js', String(file));
    new CfnOutput(this, 'PinnedWidgetTag', {
      description: 'The same, of this very release',
      value: this.tagOf(`src="${src}" integrity="${integrity}" crossorigin="anonymous"`),
    });
  }

  private deployDocs(folder: string): void {
    this.deploy('Docs', this.#web.public, [Source.asset(folder)], CacheControl.noCache(), {
      destinationKeyPrefix: 'docs',
      distribution: this.#web.public.distribution,
      distributionPaths: ['/docs/*'],
    });
    new CfnOutput(this, 'DocsUrl', { value: `${this.#web.baseUrl}/docs/index.html` });
  }

  private deployChatPage(): void {
    const { prefix } = this.#stage;
    const files = bucketOrigin(filesBucketName(prefix, this.account, this.region), this.region);
    const page = chatPage({ widget: '/widget/widget.js', api: this.#web.baseUrl, files });
    this.deploy('ChatPage', this.#web.public, [Source.data('index.html', page)], CacheControl.noCache(), {
      destinationKeyPrefix: 'chat',
      distribution: this.#web.public.distribution,
      distributionPaths: [`${chatPagePrefix}*`],
    });
    new CfnOutput(this, 'ChatPageUrl', {
      description: 'A widget as a page of its own',
      value: `${this.#web.public.origin}${chatPagePrefix}TENANT/WIDGET`,
    });
  }

  private deployTestPage(): void {
    const files = `/widget/${testPageFolder}`;
    const page = testPage({
      script: `${files}/page.js`,
      style: `${files}/page.css`,
      widget: '/widget/widget.js',
      api: this.#web.baseUrl,
    });
    this.deploy('TestPage', this.#web.public, [Source.data('index.html', page)], CacheControl.noCache(), {
      destinationKeyPrefix: testPageFolder,
      distribution: this.#web.public.distribution,
      distributionPaths: [`${testPagePath}*`],
    });
  }

  private tagOf(script: string): string {
    return `<script ${script} data-api="${this.#web.baseUrl}" data-tenant="TENANT" data-widget="WIDGET" async></script>`;
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
