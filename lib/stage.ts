import { RemovalPolicy } from 'aws-cdk-lib';
import type { Node } from 'constructs';
import * as z from 'zod/mini';
import { parseStage, type Stage, stageName } from '../src/contract/stage-settings.ts';

export { parseStage, type Stage };

// Without a language the mini edition says "Invalid input" of everything.
z.config(z.locales.en());

/**
 * Reads `-c stage=NAME` and that stage's settings.
 * @param env the CDK names there the region that the caller's credentials point to
 * @throws Error that says which setting is wrong
 */
export function readStage(node: Node, env: Readonly<Record<string, string | undefined>> = {}): Stage {
  const name = stageName.safeParse(node.tryGetContext('stage'));
  if (!name.success)
    throw new Error('context `stage` must be 2 to 12 lower case letters and digits, e.g. -c stage=dev');
  return parseStage(name.data, node.tryGetContext('stages')?.[name.data], env.CDK_DEFAULT_REGION);
}

/**
 * What becomes of data when it leaves its stack. In a protected stage it stays, but for one that was made by a deployment
 * that then failed: left behind under its name, it would block the next attempt.
 */
export function removalOf({ protect }: Stage): RemovalPolicy {
  return protect ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
