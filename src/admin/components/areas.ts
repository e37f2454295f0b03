import { allows, type Capability, capabilities, type RoleName, roleNames } from '../../contract/roles.ts';

/** The parts of the application, in the order of the navigation. */
export const areaIds = [
  'inbox',
  'conversations',
  'people',
  'humans',
  'flows',
  'widgets',
  'channels',
  'reports',
  'users',
  'service-keys',
  'audit',
  'tenants',
] as const;
export type AreaId = (typeof areaIds)[number];

/** Areas that their capabilities are not named after. */
const named: Readonly<Partial<Record<AreaId, readonly Capability[]>>> = {
  inbox: ['conversations:answer'],
  conversations: ['conversations:view'],
  humans: ['channels:configure'],
  'service-keys': ['users:manage'],
};

/** The capabilities of an area. @see spec "Roles" */
const capabilitiesOf = (area: AreaId): readonly Capability[] =>
  named[area] ?? capabilities.filter((capability) => capability.startsWith(`${area}:`));

/** One comes to a person from a conversation, or with an id. */
const notInNavigation: readonly AreaId[] = ['people'];

/** The areas that these roles may see anything of, as the navigation lists them. */
export function areasFor(roles: readonly RoleName[]): readonly AreaId[] {
  return areaIds.filter(
    (area) =>
      !notInNavigation.includes(area) && capabilitiesOf(area).some((capability) => allows(roles, capability)),
  );
}

/** The least role that allows it. */
export function leastRole(capability: Capability): RoleName {
  return roleNames.find((role) => allows([role], capability)) ?? 'super-admin';
}
