import { App, type AppProps, Aspects } from 'aws-cdk-lib';
import { CURRENTLY_RECOMMENDED_FLAGS } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';

/**
 * A CDK app with the behaviour that its locked version recommends, checked by cdk-nag: a finding without a reasoned
 * suppression is an error of the synthesis.
 */
export function createApp(props: AppProps = {}): App {
  const app = new App({ ...props, context: { ...CURRENTLY_RECOMMENDED_FLAGS, ...props.context } });
  Aspects.of(app).add(new AwsSolutionsChecks());
  return app;
}
