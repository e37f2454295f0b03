import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  InvalidParameterException,
  ListUsersCommand,
  paginateListUserPools,
  UserNotFoundException,
  UsernameExistsException,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { type RoleName, userClaims } from '../contract/roles.ts';
import type { NewUser, PoolPage, PoolUser, UserPool } from '../ports/users.ts';
import { clientOptions, httpHandler, prepareCalls, type RequestHandler } from './clients.ts';

/** The id of the user pool of this name; null when there is none. */
export async function findUserPool(cognito: CognitoIdentityProviderClient, name: string) {
  for await (const { UserPools = [] } of paginateListUserPools({ client: cognito }, { MaxResults: 60 })) {
    const found = UserPools.find(({ Name }) => Name === name);
    if (found?.Id) return found.Id;
  }
  return null;
}

/** Users in Cognito, whose e-mail addresses are their names. @see design 7, 9 "Users" */
export class CognitoUserPool implements UserPool {
  readonly #cognito: CognitoIdentityProviderClient;
  readonly #poolId: string;

  constructor(cognito: CognitoIdentityProviderClient, poolId: string) {
    this.#cognito = cognito;
    this.#poolId = poolId;
  }

  async create({ email, name, tenantId, role }: NewUser): Promise<PoolUser | null> {
    const attributes = {
      email,
      // The inviting admin vouches for the address: without this the user could not reset a password.
      email_verified: 'true',
      ...(name !== undefined && { name }),
      [userClaims.tenantId]: tenantId,
      [userClaims.role]: role,
    };
    try {
      const { User } = await this.#cognito.send(
        new AdminCreateUserCommand({
          ...this.#named(email),
          UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
          DesiredDeliveryMediums: ['EMAIL'],
        }),
      );
      return User ? userOf(User, User.Attributes, false) : null;
    } catch (error) {
      if (error instanceof UsernameExistsException) return null;
      throw error;
    }
  }

  async find(name: string): Promise<PoolUser | null> {
    try {
      const found = await this.#cognito.send(new AdminGetUserCommand(this.#named(name)));
      return userOf(found, found.UserAttributes, (found.UserMFASettingList ?? []).length > 0);
    } catch (error) {
      if (error instanceof UserNotFoundException) return null;
      throw error;
    }
  }

  async list(limit: number, after: string | null): Promise<PoolPage | null> {
    const page = {
      UserPoolId: this.#poolId,
      Limit: limit,
      ...(after !== null && { PaginationToken: after }),
    };
    try {
      const { Users = [], PaginationToken = null } = await this.#cognito.send(new ListUsersCommand(page));
      return { users: Users.map((user) => userOf(user, user.Attributes, null)), next: PaginationToken };
    } catch (error) {
      // A token is good for a while only, and all else that it could be about is our own.
      if (error instanceof InvalidParameterException && after !== null) return null;
      throw error;
    }
  }

  setRole(id: string, role: RoleName): Promise<boolean> {
    const UserAttributes = [{ Name: userClaims.role, Value: role }];
    const command = new AdminUpdateUserAttributesCommand({ ...this.#named(id), UserAttributes });
    return isThere(this.#cognito.send(command));
  }

  disable(id: string): Promise<boolean> {
    return isThere(this.#cognito.send(new AdminDisableUserCommand(this.#named(id))));
  }

  enable(id: string): Promise<boolean> {
    return isThere(this.#cognito.send(new AdminEnableUserCommand(this.#named(id))));
  }

  resetPassword(id: string): Promise<boolean> {
    return isThere(this.#cognito.send(new AdminResetUserPasswordCommand(this.#named(id))));
  }

  inviteAgain(email: string): Promise<boolean> {
    return isThere(
      this.#cognito.send(
        new AdminCreateUserCommand({
          ...this.#named(email),
          MessageAction: 'RESEND',
          DesiredDeliveryMediums: ['EMAIL'],
        }),
      ),
    );
  }

  forgetSecondFactor(id: string): Promise<boolean> {
    const SoftwareTokenMfaSettings = { Enabled: false, PreferredMfa: false };
    const command = new AdminSetUserMFAPreferenceCommand({ ...this.#named(id), SoftwareTokenMfaSettings });
    return isThere(this.#cognito.send(command));
  }

  signOut(id: string): Promise<boolean> {
    return isThere(this.#cognito.send(new AdminUserGlobalSignOutCommand(this.#named(id))));
  }

  remove(id: string): Promise<boolean> {
    return isThere(this.#cognito.send(new AdminDeleteUserCommand(this.#named(id))));
  }

  #named(Username: string) {
    return { UserPoolId: this.#poolId, Username };
  }
}

async function isThere(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent;
    return true;
  } catch (error) {
    if (error instanceof UserNotFoundException) return false;
    throw error;
  }
}

function userOf(
  { Username = '', Enabled = true, UserStatus, UserCreateDate }: Omit<UserType, 'Attributes'>,
  attributes: readonly AttributeType[] = [],
  hasSecondFactor: PoolUser['hasSecondFactor'],
): PoolUser {
  const textOf = (name: string) => attributes.find(({ Name }) => Name === name)?.Value || null;
  return {
    id: textOf('sub') ?? Username,
    email: textOf('email') ?? Username,
    name: textOf('name'),
    tenantId: textOf(userClaims.tenantId),
    role: textOf(userClaims.role),
    enabled: Enabled,
    status: statuses[UserStatus ?? ''] ?? 'active',
    hasSecondFactor,
    createdAt: (UserCreateDate ?? new Date(0)).toISOString(),
  };
}

/** All others may sign in as they are. */
const statuses: Readonly<Record<string, PoolUser['status']>> = {
  FORCE_CHANGE_PASSWORD: 'invited',
  RESET_REQUIRED: 'reset_required',
};

/** Longer than others take: a mail is handed over meanwhile, and a lost answer leaves a user behind. */
const attemptMs = 5_000;

/** A client of the user pool's service; one that throttles or can't be reached is a `TemporarilyUnavailableError`. */
export function createCognitoClient(
  env: Readonly<Record<string, string | undefined>>,
  requestHandler: RequestHandler = httpHandler(attemptMs),
): CognitoIdentityProviderClient {
  const cognito = new CognitoIdentityProviderClient(
    clientOptions(env, 'COGNITO_IDENTITY_PROVIDER', requestHandler),
  );
  prepareCalls(cognito.middlewareStack);
  return cognito;
}
