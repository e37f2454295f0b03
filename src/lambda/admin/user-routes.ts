import type { UserOperation } from '../../contract/admin/routes.ts';
import { invitation, userChange, usersQuery } from '../../contract/admin/users.ts';
import { InvalidBodyError } from '../../domain/errors.ts';
import type { Admin } from '../../operations/admin/admin.ts';
import { audited } from '../../operations/admin/audited.ts';
import { assertMatch, type Preconditions } from '../../operations/admin/preconditions.ts';
import {
  deleteUser,
  disableUser,
  enableUser,
  resetUserFactor,
  resetUserPassword,
  setUserRole,
  signUserOut,
} from '../../operations/users/change-account.ts';
import type { ChangedUser } from '../../operations/users/change-user.ts';
import { inviteUser } from '../../operations/users/invite-user.ts';
import { readUser } from '../../operations/users/known-user.ts';
import { listUsers } from '../../operations/users/list-users.ts';
import type { NamedUser, UserAdministration } from '../../operations/users/user-administration.ts';
import type { UserPool } from '../../ports/user-pool.ts';
import {
  type AdminFrame,
  type Exchange,
  pageReply,
  parameter,
  preconditionsOf,
  type Reply,
  readBody,
  readListQuery,
} from './exchange.ts';

/** What the routes of users are given. */
export type UserPorts = AdminFrame &
  Pick<Admin, 'records'> &
  Pick<UserAdministration, 'giveBack'> & { readonly pool: UserPool };
type UserExchange = Exchange<UserPorts>;

const partsOf = ({ admin, caller }: UserExchange): UserAdministration => ({
  pool: admin.pool,
  records: admin.records,
  nowMs: admin.nowMs,
  giveBack: admin.giveBack,
  audited: (change, make) => audited(admin, caller, change, make),
});

const reply = ({ user, revision }: Pick<ChangedUser, 'user' | 'revision'>): Reply => ({
  status: 200,
  body: user,
  etag: etagOf(revision),
});

const etagOf = (revision: string | null) => `"${revision ?? ''}"`;

/** The user as the caller has read them. @throws PreconditionRequiredError, PreconditionFailedError, UserNotFoundError */
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
    return reply(await change(partsOf(exchange), exchange.caller, named));
  };

/** What the routes of users do. */
export const userRoutes: Readonly<Record<UserOperation, (exchange: UserExchange) => Promise<Reply>>> = {
  'list-users': async (exchange) => {
    const query = await readListQuery(exchange, usersQuery);
    return pageReply(exchange, query, await listUsers(partsOf(exchange), exchange.caller, query));
  },
  'invite-user': async (exchange) => {
    const { user, revision } = await inviteUser(
      partsOf(exchange),
      exchange.caller,
      readBody(exchange, invitation),
    );
    return { status: 201, body: user, etag: etagOf(revision) };
  },
  'read-user': async (exchange) =>
    reply(await readUser(partsOf(exchange), exchange.caller.tenantId, parameter(exchange, 'userId'))),
  'change-user': async (exchange) => {
    const { role, status } = readBody(exchange, userChange);
    if (role === undefined && status === undefined)
      throw new InvalidBodyError('the body names neither a role nor a status');
    const named = await matching(exchange, preconditionsOf(exchange));
    const [parts, manager] = [partsOf(exchange), exchange.caller];
    const changed = role === undefined ? null : await setUserRole(parts, manager, { ...named, role });
    if (status === undefined && changed) return reply(changed);
    const next = changed ? { ...named, revision: changed.revision ?? undefined } : named;
    return reply(await (status === 'active' ? enableUser : disableUser)(parts, manager, next));
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
