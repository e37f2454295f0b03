import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  paginateListUserPools,
  paginateListUsers,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { userClaims } from '../contract/user-claims.ts';
import { endpointOptions } from './clients.ts';

/** A user to be, as the operator names them. */
export interface NewUser {
  readonly email: string;
  readonly name: string | undefined;
  readonly tenantId: string;
  readonly role: string;
}

/** The user pool that a deployment named so. @see design 7 */
export function userPool(env: Readonly<Record<string, string | undefined>>, poolName: string) {
  const cognito = new CognitoIdentityProviderClient(endpointOptions(env, 'COGNITO_IDENTITY_PROVIDER'));
  return {
    /** The pool's id; null when there is none of this name. */
    async findId(): Promise<string | null> {
      for await (const { UserPools = [] } of paginateListUserPools({ client: cognito }, { MaxResults: 60 })) {
        const found = UserPools.find(({ Name }) => Name === poolName);
        if (found?.Id) return found.Id;
      }
      return null;
    },

    /**
     * Creates a user, whom Cognito mails a password for the first sign-in.
     * @returns the user's id (`sub`); null when there is a user with this address
     */
    async create(poolId: string, { email, name, tenantId, role }: NewUser): Promise<string | null> {
      const attributes = {
        email,
        // The operator vouches for the address: without this the user could not recover a password.
        email_verified: 'true',
        ...(name !== undefined && { name }),
        [userClaims.tenantId]: tenantId,
        [userClaims.role]: role,
      };
      try {
        const { User } = await cognito.send(
          new AdminCreateUserCommand({
            UserPoolId: poolId,
            Username: email,
            UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
            DesiredDeliveryMediums: ['EMAIL'],
          }),
        );
        return User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value ?? email;
      } catch (error) {
        if (error instanceof UsernameExistsException) return null;
        throw error;
      }
    },

    /** Deletes a tenant's users, whom only reading all of them finds. @returns how many there were */
    async removeOf(poolId: string, tenantId: string, dryRun: boolean): Promise<number> {
      let found = 0;
      for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId: poolId })) {
        for (const { Username, Attributes = [] } of Users) {
          const isTheirs = Attributes.some(
            ({ Name, Value }) => Name === userClaims.tenantId && Value === tenantId,
          );
          if (!isTheirs || Username === undefined) continue;
          found += 1;
          if (!dryRun) await cognito.send(new AdminDeleteUserCommand({ UserPoolId: poolId, Username }));
        }
      }
      return found;
    },
  };
}
