import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** `eu.amazon.nova-lite-v1:0`: a part of the world, and the model that is asked somewhere in it. */
const profile = /^(us|us-gov|eu|apac|jp|au|ca|sa|me|global)\.(.+)$/;
const action = 'bedrock:InvokeModel';

/**
 * Leave to ask these models of Amazon Bedrock: a model in this region, or an inference profile, which asks it in any
 * region of its part of the world, so that the model's permission holds for all of them, but through the profile only.
 * @see https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-prereq.html
 */
export function modelStatements(scope: Construct, models: readonly string[]): PolicyStatement[] {
  const stack = Stack.of(scope);
  const arn = (resource: string, resourceName: string, where: { region?: string; account?: string }) =>
    stack.formatArn({ service: 'bedrock', resource, resourceName, ...where });
  return models.flatMap((id) => {
    const [, geography, model = ''] = profile.exec(id) ?? [];
    if (geography === undefined)
      return [
        new PolicyStatement({ actions: [action], resources: [arn('foundation-model', id, { account: '' })] }),
      ];
    const profileArn = arn('inference-profile', id, {});
    const anywhere = arn('foundation-model', model, { account: '', region: '*' });
    // A global profile asks a model that belongs to no region.
    const nowhere = arn('foundation-model', model, { account: '', region: '' });
    return [
      new PolicyStatement({ actions: [action], resources: [profileArn] }),
      new PolicyStatement({
        actions: [action],
        resources: geography === 'global' ? [anywhere, nowhere] : [anywhere],
        conditions: { StringEquals: { 'bedrock:InferenceProfileArn': profileArn } },
      }),
    ];
  });
}
