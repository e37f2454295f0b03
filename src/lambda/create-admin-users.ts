import { pageQuery } from '../contract/admin/lists.ts';
import type { UserOperation } from '../contract/admin/routes.ts';
import { type AdminUser, invitation, type UserAccount, userChange } from '../contract/admin/users.ts';
import { invalidBody } from '../domain/errors.ts';
import { type Admin, assertMatch, type Preconditions } from '../operations/admin/admin.ts';
import { audited } from '../operations/admin/audit.ts';
import {
  deleteUser,
  disableUser,
  enableUser,
  resetUserFactor,
  resetUserPassword,
  setUserRole,
  signUserOut,
} from '../operations/users/change-account.ts';
import type { ChangedUser } from '../operations/users/change-user.ts';
import { inviteUser } from '../operations/users/invite-user.ts';
import {
  enqueueRelease,
  listUsers,
  type NamedUser,
  readUser,
  type UserAdministration,
} from '../operations/users/user-administration.ts';
import type { UserPool, UserSightings } from '../ports/users.ts';
import {
  type AdminFrame,
  type Exchange,
  pageReply,
  parameter,
  preconditionsOf,
  type Reply,
  readBody,
  readListQuery,
} from './admin/exchange.ts';
import { type AdminHandler, serveAdmin } from './admin/serve-admin.ts';
import * as ports from './ports.ts';

/**
 * The admin API's routes of users: a function of its own, the only one that may change the user pool.
 * @throws Error when a setting is missing
 * @see design 9
 */
export function createAdminUsers(
  env: ports.Environment,
  replace: ports.Replacements<UserPorts> = {},
): AdminHandler {
  const admin = ports.portsOf<UserPorts>(
    env,
    {
      ...ports.adminFrame,
      giveBack: (context) => enqueueRelease(ports.backgroundJobs(context), ports.log(context)),
      pool: ports.pool,
      records: ports.records,
      sightings: ports.userSightings,
    },
    replace,
  );
  return serveAdmin(env, admin, userRoutes);
}

/** What the routes for users use. */
type UserPorts = AdminFrame &
  Pick<Admin, 'records'> &
  Pick<UserAdministration, 'giveBack'> & {
    readonly pool: UserPool;
    readonly sightings: Pick<UserSightings, 'find'>;
  };
type UserExchange = Exchange<UserPorts>;

const partsOf = ({ admin, caller }: UserExchange): UserAdministration => ({
  pool: admin.pool,
  records: admin.records,
  nowMs: admin.nowMs,
  giveBack: admin.giveBack,
  audited: (change, make) => audited(admin, caller, change, make),
});

/** Users with when they were last seen. */
async function withSeen(
  { admin, caller }: UserExchange,
  users: readonly UserAccount[],
): Promise<readonly AdminUser[]> {
  const seen = await admin.sightings.find(
    caller.tenantId,
    users.map(({ id }) => id),
  );
  return users.map((user) => {
    const atMs = seen.get(user.id);
    return { ...user, lastSeenAt: atMs === undefined ? null : new Date(atMs).toISOString() };
  });
}

async function reply(
  exchange: UserExchange,
  { user, revision }: Pick<ChangedUser, 'user' | 'revision'>,
  status: 200 | 201 = 200,
): Promise<Reply> {
  const [body] = await withSeen(exchange, [user]);
  return { status, body, etag: etagOf(revision) };
}

const etagOf = (revision: string | null) => `"${revision ?? ''}"`;

/** The user as the caller has read them. @throws `precondition_required`, `precondition_failed`, `user_not_found` */
async function matching(exchange: UserExchange, preconditions: Preconditions): Promise<Required<NamedUser>> {
  const userId = parameter(exchange, 'userId');
  const known = await readUser(partsOf(exchange), exchange.caller.tenantId, userId);
  assertMatch(preconditions, etagOf(known.revision), () => known.user);
  return { userId, revision: known.revision ?? undefined };
}

/** Makes a change that goes by nothing that the caller has read: its ETag is held against what is stored if it is sent. */
const make =
  (change: typeof signUserOut) =>
  async (exchange: UserExchange): Promise<Reply> => {
    const preconditions = preconditionsOf(exchange);
    const named =
      preconditions.ifMatch === undefined
        ? { userId: parameter(exchange, 'userId') }
        : await matching(exchange, preconditions);
    return reply(exchange, await change(partsOf(exchange), exchange.caller, named));
  };

/** The handlers of the routes for users. */
const userRoutes: Readonly<Record<UserOperation, (exchange: UserExchange) => Promise<Reply>>> = {
  'list-users': async (exchange) => {
    const query = await readListQuery(exchange, pageQuery);
    const { items, cursor } = await listUsers(partsOf(exchange), exchange.caller, query);
    return pageReply(exchange, query, { items: await withSeen(exchange, items), cursor });
  },
  'invite-user': async (exchange) => {
    const body = readBody(exchange, invitation);
    return reply(exchange, await inviteUser(partsOf(exchange), exchange.caller, body), 201);
  },
  'read-user': async (exchange) =>
    reply(
      exchange,
      await readUser(partsOf(exchange), exchange.caller.tenantId, parameter(exchange, 'userId')),
    ),
  'change-user': async (exchange) => {
    const { role, status } = readBody(exchange, userChange);
    if (role === undefined && status === undefined)
      throw invalidBody('the body names neither a role nor a status');
    const named = await matching(exchange, preconditionsOf(exchange));
    const [parts, manager] = [partsOf(exchange), exchange.caller];
    const changed = role === undefined ? null : await setUserRole(parts, manager, { ...named, role });
    if (status === undefined && changed) return reply(exchange, changed);
    const next = changed ? { ...named, revision: changed.revision ?? undefined } : named;
    const setStatus = status === 'active' ? enableUser : disableUser;
    return reply(exchange, await setStatus(parts, manager, next));
  },
  'delete-user': async (exchange) => {
    const named = await matching(exchange, preconditionsOf(exchange));
    await deleteUser(partsOf(exchange), exchange.caller, named);
    return { status: 204 };
  },
  'reset-password': make(resetUserPassword),
  'reset-mfa': make(resetUserFactor),
  'sign-out-user': make(signUserOut),
};
