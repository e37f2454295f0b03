import * as z from 'zod/mini';

/** Everything that a role may allow, `area:action`. @see spec "Roles", design 9 */
export const capabilities = [
  'flows:view',
  'widgets:view',
  'reports:view',
  'flows:edit',
  'widgets:edit',
  'conversations:view',
  'conversations:answer',
  'flows:publish',
  'users:manage',
  'channels:configure',
  'people:manage',
  'audit:view',
  'tenants:manage',
] as const;
export type Capability = (typeof capabilities)[number];

/** Names of roles, each allowing all that the one before it allows. @see spec "Roles" */
export const roleNames = ['viewer', 'editor', 'admin', 'super-admin'] as const;
export const roleName = z.enum(roleNames);
export type RoleName = z.infer<typeof roleName>;

const viewer = ['flows:view', 'widgets:view', 'reports:view'] as const;
const editor = [
  ...viewer,
  'flows:edit',
  'widgets:edit',
  'conversations:view',
  'conversations:answer',
] as const;
const admin = [
  ...editor,
  'flows:publish',
  'users:manage',
  'channels:configure',
  'people:manage',
  'audit:view',
] as const;

/** THE table of roles: what each may do. @see spec "Roles" */
export const roles = {
  viewer,
  editor,
  admin,
  'super-admin': [...admin, 'tenants:manage'],
} as const satisfies Record<RoleName, readonly Capability[]>;

/** Whether any of these roles has the capability. */
export function allows(names: readonly RoleName[], capability: Capability): boolean {
  return names.some((name) => (roles[name] as readonly Capability[]).includes(capability));
}

/** Names of the claims that tell a user's tenant and role. @see spec "Identity tokens and claims" */
export const userClaims = { tenantId: 'custom:tenant_id', role: 'custom:role' } as const;
