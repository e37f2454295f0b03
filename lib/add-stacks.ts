import { existsSync } from 'node:fs';
import { Annotations, App, type AppProps, Aspects, Tags } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { isPlaceholder } from '../src/contract/stage-settings.ts';
import { ApiStack } from './api.ts';
import { adminRoot, bundleRoot as builtBundles, docsRoot, widgetRoot } from './bundles.ts';
import { DataStack } from './data.ts';
import { IdentityStack, SignInStack } from './identity.ts';
import { MessagingStack } from './messaging.ts';
import { ObservabilityStack } from './observability.ts';
import { SiteStack } from './site.ts';
import type { Stage } from './stage.ts';
import { WebStack } from './web.ts';

/** The folders of the builds. */
export interface BuildFolders {
  readonly bundleRoot?: string;
  readonly adminFolder?: string;
  readonly widgetFolder?: string;
  readonly docsFolder?: string;
}

/** All stacks of one deployment. @see design 5.1, 6 */
export function addStacks(
  app: App,
  stage: Stage,
  {
    bundleRoot = builtBundles,
    adminFolder = adminRoot,
    widgetFolder = widgetRoot,
    docsFolder = docsRoot,
  }: BuildFolders = {},
) {
  const { account, region, prefix, protect } = stage;
  const props = {
    stage,
    bundleRoot,
    terminationProtection: protect,
    ...((account || region) && { env: { ...(account && { account }), ...(region && { region }) } }),
  };
  const data = new DataStack(app, `${prefix}data`, props);
  const web = new WebStack(app, `${prefix}web`, props);
  const identity = new IdentityStack(app, `${prefix}identity`, { ...props, adminOrigin: web.admin.origin });
  const signIn = new SignInStack(app, `${prefix}sign-in`, {
    ...props,
    identity,
    adminOrigin: web.admin.origin,
  });
  const messaging = new MessagingStack(app, `${prefix}messaging`, { ...props, data, web });
  const api = new ApiStack(app, `${prefix}api`, {
    ...props,
    resources: messaging.resources,
    identity,
    signIn,
    web,
  });
  const observability = new ObservabilityStack(app, `${prefix}observability`, {
    ...props,
    data,
    web,
    identity,
    api,
    messaging,
  });
  const builds = {
    ...(existsSync(adminFolder) && { admin: adminFolder }),
    ...(existsSync(widgetFolder) && { widget: widgetFolder }),
    ...(existsSync(docsFolder) && { docs: docsFolder }),
  };
  for (const folder of [adminFolder, widgetFolder, docsFolder]) {
    // The gateway works without them; existing stacks are not changed.
    if (!existsSync(folder))
      Annotations.of(web).addWarningV2('gateway:not-built', `${folder} is not built and not deployed`);
  }
  const site = new SiteStack(app, `${prefix}site`, { ...props, web, identity, signIn, builds });
  for (const key of ['alarmEmail', 'mailFrom'] as const) {
    // Not an error: the templates can be made and read without it.
    if (isPlaceholder(stage[key]))
      Annotations.of(observability).addWarningV2(
        `gateway:${key}`,
        `${key} of the stage "${stage.name}" is ${stage[key]}, which is nobody's: write yours into cdk.json before you deploy`,
      );
  }
  Tags.of(app).add('service', 'messaging-gateway');
  Tags.of(app).add('stage', stage.name);
  return { data, web, identity, signIn, messaging, api, observability, site };
}

/**
 * A CDK app, checked by cdk-nag: a finding without a reasoned suppression is an error of the synthesis. How the CDK
 * behaves is pinned by the flags in cdk.json, so that a new version of it changes no deployed stack by itself.
 */
export function createApp(props: AppProps = {}): App {
  const app = new App(props);
  Aspects.of(app).add(new AwsSolutionsChecks());
  return app;
}
