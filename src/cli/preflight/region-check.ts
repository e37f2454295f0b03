import type { AccountInspector } from '../../aws/account-inspector.ts';
import { type Check, fail, ok } from './finding.ts';

/** Every type of resource in the stacks, with the properties that a region may not know yet. A test compares them with the templates. */
export const stackResources: Readonly<Record<string, readonly string[]>> = {
  'AWS::ApiGatewayV2::Api': ['Tags'],
  'AWS::ApiGatewayV2::ApiMapping': [],
  'AWS::ApiGatewayV2::Authorizer': [],
  'AWS::ApiGatewayV2::DomainName': ['Tags'],
  'AWS::ApiGatewayV2::Integration': [],
  'AWS::ApiGatewayV2::Route': [],
  'AWS::ApiGatewayV2::Stage': ['Tags'],
  'AWS::Budgets::Budget': [],
  'AWS::CloudFront::Distribution': ['Tags'],
  'AWS::CloudFront::Function': ['Tags'],
  'AWS::CloudFront::OriginAccessControl': [],
  'AWS::CloudFront::ResponseHeadersPolicy': [],
  'AWS::CloudWatch::Alarm': ['Tags'],
  'AWS::CloudWatch::Dashboard': ['Tags'],
  'AWS::Cognito::UserPool': [],
  'AWS::Cognito::UserPoolClient': [],
  'AWS::Cognito::UserPoolDomain': [],
  'AWS::DynamoDB::GlobalTable': [],
  'AWS::Events::EventBus': ['Tags'],
  'AWS::Events::EventBusPolicy': [],
  'AWS::Events::Rule': ['Tags'],
  'AWS::IAM::Policy': [],
  'AWS::IAM::Role': ['Tags'],
  'AWS::Lambda::EventSourceMapping': ['Tags'],
  'AWS::Lambda::Function': ['Tags'],
  'AWS::Lambda::LayerVersion': [],
  'AWS::Lambda::Permission': [],
  'AWS::Logs::LogGroup': ['Tags'],
  'AWS::Pipes::Pipe': ['Tags'],
  'AWS::S3::Bucket': ['Tags'],
  'AWS::S3::BucketPolicy': [],
  'AWS::SNS::Subscription': [],
  'AWS::SNS::Topic': ['Tags'],
  'AWS::SNS::TopicPolicy': [],
  'AWS::SQS::Queue': ['Tags'],
  'AWS::SQS::QueuePolicy': [],
  'AWS::Scheduler::Schedule': [],
  'AWS::SecretsManager::Secret': ['Tags'],
};

/** CloudFormation throttles many calls at once. */
const callsAtOnce = 6;

/** The region has the resources that the stacks use, and its CloudFormation understands how they name each other's outputs. */
export function regionCheck(
  region: string,
  inspector: Pick<AccountInspector, 'propertiesOf' | 'understandsStackOutputs'>,
): Check {
  return async () => {
    const absent: string[] = [];
    const types = Object.entries(stackResources);
    for (let n = 0; n < types.length; n += callsAtOnce) {
      const found = types.slice(n, n + callsAtOnce).map(async ([type, properties]) => {
        const known = await inspector.propertiesOf(type);
        return known === null
          ? [type]
          : properties.filter((each) => !known.includes(each)).map((each) => `${each} of ${type}`);
      });
      absent.push(...(await Promise.all(found)).flat());
    }
    if (!(await inspector.understandsStackOutputs())) absent.push('Fn::GetStackOutput');
    if (absent.length === 0)
      return [ok('region', `${region} has all ${types.length} types of resources that the stacks use`)];
    return [
      fail(
        'region',
        `CloudFormation in ${region} does not know ${absent.join(', ')}`,
        'Choose another `region` in cdk.json, or wait until AWS offers them there.',
      ),
    ];
  };
}
