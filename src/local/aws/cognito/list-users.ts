import type * as z from 'zod/mini';
import { attributesOf, type User } from '../../hosted-ui/users.ts';
import { type inputs, invalid } from './inputs.ts';

const listedMost = 60;

/** What a filter may ask for: none of the pool's own attributes. */
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
export function listUsers(
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

/** What every answer tells of a user but their attributes. Times are in seconds. */
export function describeUser({ id, enabled, status, createdAtMs, changedAtMs }: User) {
  return {
    Username: id,
    Enabled: enabled,
    UserStatus: status,
    UserCreateDate: createdAtMs / 1000,
    UserLastModifiedDate: changedAtMs / 1000,
  };
}

/** The attributes as the wire has them. */
export function attributeList(user: User): { Name: string; Value: string }[] {
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

/** Good for the same filter, and as long as the user is there whom it names. */
function tokenOf(id: string, filter: string): string {
  return Buffer.from(JSON.stringify([id, filter])).toString('base64url');
}

function placeOf(users: readonly User[], token: string, filter: string): number {
  const place = users.findIndex(({ id }) => tokenOf(id, filter) === token);
  if (place < 0) throw invalid('Invalid pagination token');
  return place + 1;
}
