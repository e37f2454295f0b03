import type { Capability } from '../roles.ts';
import type { OperationOf } from '../routes/table.ts';
import { type Route, routes } from '../routes.ts';

/** Below it lies everything for people who sign in. */
export const adminRoot = '/v1/admin';

type AdminFunction = 'admin' | 'admin-users' | 'admin-people' | 'admin-desk' | 'admin-inbox';
/** Operations of the function `admin`. */
export type DirectoryOperation = OperationOf<'admin'>;
/** Operations of the function `admin-users`. */
export type UserOperation = OperationOf<'admin-users'>;
/** Operations of the function `admin-people`. */
export type PeopleOperation = OperationOf<'admin-people'>;
/** Operations of the functions `admin-desk` and `admin-inbox`. */
export type InboxOperation = OperationOf<'admin-desk' | 'admin-inbox'>;
export type AdminOperation = OperationOf<AdminFunction>;

/** One route of the admin API. */
export interface AdminRoute extends Route {
  readonly function: AdminFunction;
  readonly operation: AdminOperation;
  readonly capability: Capability;
}

const isOfAdmin = (route: Route): route is AdminRoute =>
  route.function.startsWith('admin') && route.method !== 'OPTIONS';

/** The admin API: each route with the one capability that it needs. @see design 9 */
export const adminRoutes: readonly AdminRoute[] = routes.filter(isOfAdmin);

/** POST requests that change nothing: repeating one needs no idempotency key. */
export const readOnlyPosts: ReadonlySet<string> = new Set<AdminOperation>([
  'validate-draft',
  'test-draft',
  'replay-draft',
  // Repeated all the time, and of no effect after a moment.
  'note-editor',
]);
