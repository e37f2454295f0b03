import { App, type AppProps, Aspects } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * A CDK app, checked by cdk-nag: a finding without a reasoned suppression is an error of the synthesis. How the CDK
 * behaves is pinned by the flags in cdk.json, so that a new version of it changes no deployed stack by itself.
 */
export function createApp(props: AppProps = {}): App {
  const app = new App(props);
  Aspects.of(app).add(new AwsSolutionsChecks());
  return app;
}
