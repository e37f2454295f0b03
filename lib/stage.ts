import { RemovalPolicy } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import * as z from 'zod/mini';
import { parseStage, type Stage, stageName } from '../src/contract/stage-settings.ts';

export { parseStage, type Stage };

// Without a locale, the mini edition reports every problem as "Invalid input".
z.config(z.locales.en());

/**
 * Reads `-c stage=NAME` and that stage's settings.
 * @param env where the CDK provides the region of the caller's credentials
 * @throws Error naming the invalid setting
 */
export function readStage(node: Node, env: Readonly<Record<string, string | undefined>> = {}): Stage {
  const name = stageName.safeParse(node.tryGetContext('stage'));
  if (!name.success)
    throw new Error('context `stage` must be 2 to 12 lower case letters and digits, e.g. -c stage=dev');
  return parseStage(name.data, node.tryGetContext('stages')?.[name.data], env.CDK_DEFAULT_REGION);
}

/**
 * What happens to data when it leaves its stack. In a protected stage it is retained, unless its deployment
 * failed: an orphan under its name would block the next attempt.
 */
export function removalOf({ protect }: Stage): RemovalPolicy {
  return protect ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
