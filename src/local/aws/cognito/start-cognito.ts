import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { invitationMail } from '../../../contract/docs.ts';
import { userClaims } from '../../../contract/roles.ts';
import { isStrong, temporaryPassword } from '../../hosted-ui/credentials.ts';
import type { LocalUserPool } from '../../hosted-ui/user-pool.ts';
import { attributesOf, type User } from '../../hosted-ui/users.ts';
import type { Endpoint } from '../../listen.ts';
import { type Action, AwsError, startJsonEndpoint } from '../json-endpoint.ts';

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

/** @see lib/identity.ts */
const invitationMs = 3 * 24 * 60 * 60_000;

/** Invites a user, or again one who has not signed in yet, by email with a password. @throws AwsError */
export async function createUser(pool: LocalUserPool, input: unknown) {
  const { users, now } = pool;
  const asked = read(inputs.AdminCreateUser, input);
  const { Username, MessageAction, TemporaryPassword: password = temporaryPassword() } = asked;
  const known = users.byEmail(Username);
  assertState(known, MessageAction === 'RESEND');
  if (!isStrong(password))
    throw new AwsError('InvalidPasswordException', 'Password did not conform with password policy');
  const times = { changedAtMs: now(), temporaryUntilMs: now() + invitationMs };
  const user = known ? { ...known, ...times } : newUser(Username, asked.UserAttributes, times);
  // Before the hash, which takes its time: of two at once the second finds the first.
  users.put(user);
  await users.setPassword(user.id, password);
  if (MessageAction !== 'SUPPRESS' && asked.DesiredDeliveryMediums.includes('EMAIL'))
    pool.sendMail(mailOf(pool.adminUrl, user.email, password));
  return { User: { ...describeUser(user), Attributes: attributeList(user) } };
}

const listedMost = 60;

/** The attributes that a filter may use: none of the pool's custom ones. */
const searchable = new Map<string, (user: User) => string>([
  ['username', ({ id }) => id],
  ['sub', ({ id }) => id],
  ['email', ({ email }) => email],
  ['name', ({ name = '' }) => name],
  ['status', ({ enabled }) => (enabled ? 'Enabled' : 'Disabled')],
  ['cognito:user_status', ({ status }) => status],
]);

/**
 * A page of users.
 * @throws AwsError for a filter or a token that is none
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html
 */
function listUsers(
  users: readonly User[],
  { Filter, Limit, PaginationToken, AttributesToGet }: z.infer<typeof inputs.ListUsers>,
) {
  const fitting = users.filter(filterOf(Filter));
  const start = PaginationToken === undefined ? 0 : placeOf(fitting, PaginationToken, Filter);
  const page = fitting.slice(start, start + (Limit || listedMost));
  const last = page.at(-1);
  const isMore = start + page.length < fitting.length;
  return {
    Users: page.map((user) => ({
      ...describeUser(user),
      Attributes: attributeList(user).filter(({ Name }) => AttributesToGet?.includes(Name) ?? true),
    })),
    ...(isMore && last && { PaginationToken: tokenOf(last.id, Filter) }),
  };
}

/** A user in a response, without attributes. Times are in seconds. */
function describeUser({ id, enabled, status, createdAtMs, changedAtMs }: User) {
  return {
    Username: id,
    Enabled: enabled,
    UserStatus: status,
    UserCreateDate: createdAtMs / 1000,
    UserLastModifiedDate: changedAtMs / 1000,
  };
}

/** The attributes as the wire has them. */
function attributeList(user: User): { Name: string; Value: string }[] {
  return Object.entries(attributesOf(user)).map(([Name, Value]) => ({ Name, Value }));
}

/** `email ^= "ada"`: one attribute, equal or beginning so. */
function filterOf(filter: string): (user: User) => boolean {
  if (filter.trim() === '') return () => true;
  const [, name = '', operator, quoted = ''] =
    /^\s*([\w:]+)\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  if (operator === undefined) throw invalid('Error while parsing filter.');
  const textOf = searchable.get(name);
  if (!textOf) throw invalid(`Invalid search attribute: ${name}`);
  const wanted = quoted.replaceAll(/\\(.)/g, '$1').toLowerCase();
  return (user) => {
    const value = textOf(user).toLowerCase();
    return operator === '=' ? value === wanted : value.startsWith(wanted);
  };
}

/** Valid for the same filter, while the user it names exists. */
function tokenOf(id: string, filter: string): string {
  return Buffer.from(JSON.stringify([id, filter])).toString('base64url');
}

function placeOf(users: readonly User[], token: string, filter: string): number {
  const place = users.findIndex(({ id }) => tokenOf(id, filter) === token);
  if (place < 0) throw invalid('Invalid pagination token');
  return place + 1;
}

function mailOf(adminUrl: string, email: string, password: string) {
  const { subject, body } = invitationMail(adminUrl);
  const filled = { '{username}': email, '{####}': password };
  const text = body.replace(/\{username\}|\{####\}/g, (name) => filled[name as keyof typeof filled]);
  return { to: email, subject, text };
}

function assertState(known: User | undefined, again: boolean): void {
  if (known && !again) throw new AwsError('UsernameExistsException', 'User account already exists');
  if (!known && again) throw new AwsError('UserNotFoundException', 'User does not exist.');
  if (known && known.status !== 'FORCE_CHANGE_PASSWORD')
    throw new AwsError('UnsupportedUserStateException', 'Resend not possible: the user has signed in.');
}

function newUser(
  email: string,
  attributes: readonly Attribute[],
  times: { readonly changedAtMs: number; readonly temporaryUntilMs: number },
): User {
  if (!email.includes('@')) throw invalid('Username should be an email.');
  const bare: User = {
    ...{ id: randomUUID(), email, emailVerified: false, enabled: true },
    ...{ status: 'FORCE_CHANGE_PASSWORD', createdAtMs: times.changedAtMs, ...times },
  };
  return withAttributes(bare, [{ Name: 'email', Value: email }, ...attributes]);
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

/** An attribute as the wire has it. */
interface Attribute {
  readonly Name: string;
  readonly Value?: string | undefined;
}

/**
 * The user with these attributes set; an empty value takes one away.
 * @throws AwsError for an attribute that the pool does not have
 */
function withAttributes(user: User, attributes: readonly Attribute[]): User {
  return attributes.reduce((changed, { Name, Value = '' }) => {
    const set = Object.hasOwn(setters, Name) ? setters[Name] : undefined;
    if (!set) throw invalid(`user.${Name}: Attributes did not conform to the schema`);
    return set(changed, Value);
  }, user);
}

const setters: Readonly<Record<string, (user: User, value: string) => User>> = {
  email: (user, value) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(value)) throw invalid('Invalid email address format.');
    // A new address counts only once it is verified.
    return { ...user, email: value, emailVerified: value === user.email && user.emailVerified };
  },
  email_verified: (user, value) => ({ ...user, emailVerified: value === 'true' }),
  name: (user, value) => ({ ...user, name: value || undefined }),
  [userClaims.tenantId]: (user, value) => ({ ...user, tenantId: fitting(value, 128) }),
  [userClaims.role]: (user, value) => ({ ...user, role: fitting(value, 32) }),
};

/** @see lib/identity.ts */
function fitting(value: string, most: number): string | undefined {
  if (value.length > most) throw invalid('Attributes did not conform to the schema: a value is too long');
  return value || undefined;
}

/** Users are named by their id or their address. */
function findUser({ users }: LocalUserPool, input: unknown): User {
  const { UserPoolId, Username } = read(inputs.named, input);
  assertPool(UserPoolId);
  const user = users.byId(Username) ?? users.byEmail(Username);
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.');
  return user;
}

const poolId = z.string().check(z.regex(/^[\w-]+_[0-9a-zA-Z]+$/), z.maxLength(55));
const username = z.string().check(z.minLength(1), z.maxLength(128));
const attributes = z.array(
  z.object({
    Name: z.string().check(z.minLength(1), z.maxLength(32)),
    Value: z.optional(z.string().check(z.maxLength(2048))),
  }),
);
const named = { UserPoolId: poolId, Username: username };

/** The request schema of each action, as far as the gateway uses it. */
const inputs = {
  ListUserPools: z.object({ MaxResults: z.int().check(z.gte(1), z.lte(60)) }),
  ListUsers: z.object({
    UserPoolId: poolId,
    AttributesToGet: z.optional(z.array(z.string())),
    Limit: z._default(z.int().check(z.gte(0), z.lte(60)), 60),
    PaginationToken: z.optional(z.string()),
    Filter: z._default(z.string().check(z.maxLength(256)), ''),
  }),
  AdminCreateUser: z.object({
    ...named,
    UserAttributes: z._default(attributes, []),
    TemporaryPassword: z.optional(z.string().check(z.maxLength(256))),
    /** Default: by SMS. */
    DesiredDeliveryMediums: z._default(z.array(z.enum(['EMAIL', 'SMS'])), ['SMS']),
    MessageAction: z.optional(z.enum(['RESEND', 'SUPPRESS'])),
  }),
  AdminUpdateUserAttributes: z.object({ ...named, UserAttributes: attributes }),
  AdminSetUserMFAPreference: z.object({
    ...named,
    SoftwareTokenMfaSettings: z.object({ Enabled: z._default(z.boolean(), false) }),
  }),
  named: z.object(named),
} as const;

/** Parses a request. @throws AwsError `InvalidParameterException`, as Cognito does for malformed input */
function read<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(`${issue?.path.join('.')}: ${issue?.message}`);
}

/** The service's word for every input that it does not take. */
function invalid(message: string): AwsError {
  return new AwsError('InvalidParameterException', message);
}

function assertPool(id: string): void {
  if (id !== localPoolId) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
}
