import type { LocalUserPool } from '../../hosted-ui/user-pool.ts';
import type { User } from '../../hosted-ui/users.ts';
import type { Endpoint } from '../../listen.ts';
import { type Action, AwsError, startJsonEndpoint } from '../json-endpoint.ts';
import { createUser } from './create-user.ts';
import { inputs, invalid, read } from './inputs.ts';
import { attributeList, describeUser, listUsers } from './list-users.ts';
import { withAttributes } from './user-attributes.ts';

/** The one pool of this machine. */
export const localPoolId = 'local_gateway';

/**
 * Cognito's own calls on the user pool of this machine, with its errors.
 * @param poolName as the deployment would name it
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_Operations.html
 */
export function startCognito(pool: LocalUserPool, poolName: string): Promise<Endpoint> {
  const { users } = pool;
  return startJsonEndpoint({
    ListUserPools: (input) => {
      read(inputs.ListUserPools, input);
      return { UserPools: [{ Id: localPoolId, Name: poolName }] };
    },
    ListUsers: (input) => {
      const asked = read(inputs.ListUsers, input);
      assertPool(asked.UserPoolId);
      return listUsers(users.all(), asked);
    },
    AdminCreateUser: (input) => {
      assertPool(read(inputs.named, input).UserPoolId);
      return createUser(pool, input);
    },
    AdminGetUser: (input) => {
      const user = findUser(pool, input);
      const hasFactor = users.secondFactors.of(user.id) !== undefined;
      return {
        ...describeUser(user),
        UserAttributes: attributeList(user),
        ...(hasFactor && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }),
      };
    },
    ...changes(pool),
  });
}

/** Actions that change a user who is there, and answer nothing. */
function changes(pool: LocalUserPool): Readonly<Record<string, Action>> {
  const { users, tokens, recovery, now } = pool;
  const put = (user: User): void => users.put({ ...user, changedAtMs: now() });
  const toUser =
    (change: (user: User, input: Readonly<Record<string, unknown>>) => void): Action =>
    (input) => {
      change(findUser(pool, input), input);
      return {};
    };
  return {
    AdminUpdateUserAttributes: toUser((user, input) => {
      const { UserAttributes } = read(inputs.AdminUpdateUserAttributes, input);
      const changed = withAttributes(user, UserAttributes);
      const other = users.byEmail(changed.email);
      if (other && other.id !== user.id)
        throw new AwsError('AliasExistsException', 'An account with the given email already exists.');
      put(changed);
    }),
    AdminDisableUser: toUser((user) => {
      put({ ...user, enabled: false });
      tokens.endSessionsOf(user.id);
    }),
    AdminEnableUser: toUser((user) => put({ ...user, enabled: true })),
    AdminResetUserPassword: toUser((user) => {
      if (!user.enabled) throw new AwsError('NotAuthorizedException', 'User is disabled.');
      if (user.status === 'FORCE_CHANGE_PASSWORD')
        throw new AwsError('NotAuthorizedException', 'User password cannot be reset in the current state.');
      if (!user.emailVerified)
        throw invalid('Cannot reset password for the user as there is no registered/verified email');
      put({ ...user, status: 'RESET_REQUIRED' });
      recovery.start(user.email);
    }),
    AdminSetUserMFAPreference: toUser((user, input) => {
      const { SoftwareTokenMfaSettings } = read(inputs.AdminSetUserMFAPreference, input);
      if (!SoftwareTokenMfaSettings.Enabled) return users.secondFactors.forget(user.id);
      if (users.secondFactors.of(user.id) === undefined)
        throw invalid('User has not verified software token mfa');
    }),
    AdminUserGlobalSignOut: toUser((user) => tokens.endSessionsOf(user.id)),
    AdminDeleteUser: toUser((user) => {
      users.remove(user.id);
      tokens.endSessionsOf(user.id);
    }),
  };
}

/** Users are named by their id or their address. */
function findUser({ users }: LocalUserPool, input: unknown): User {
  const { UserPoolId, Username } = read(inputs.named, input);
  assertPool(UserPoolId);
  const user = users.byId(Username) ?? users.byEmail(Username);
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
  return user;
}

function assertPool(id: string): void {
  if (id !== localPoolId) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
}
