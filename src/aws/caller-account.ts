import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { endpointOptions } from './clients.ts';

/** The AWS account that the credentials are of. */
export async function accountOf(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { Account = '' } = await new STSClient(endpointOptions(env, 'STS')).send(
    new GetCallerIdentityCommand({}),
  );
  return Account;
}
