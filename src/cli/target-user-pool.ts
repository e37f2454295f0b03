import { CognitoUserPool, createCognitoClient, findUserPool } from '../aws/user-pool.ts';
import { deployedNames } from './deployed-names.ts';
import { CommandError } from './errors.ts';
import type { Target } from './target.ts';

/**
 * The user pool of a gateway, on AWS or on this machine.
 * @throws CommandError when there is none
 */
export async function targetUserPool(target: Target): Promise<CognitoUserPool> {
  const cognito = createCognitoClient(target.env);
  const name = deployedNames(target.tablePrefix).userPool;
  const poolId = await findUserPool(cognito, name);
  if (poolId !== null) return new CognitoUserPool(cognito, poolId);
  throw new CommandError(
    `There is no user pool ${name} in ${target.label}.`,
    target.local ? 'Start the local stack again.' : 'Check --stage, AWS_REGION and the account.',
  );
}
