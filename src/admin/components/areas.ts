import { allows, type Capability, capabilities, type RoleName, roleNames } from '../../contract/roles.ts';
import { useConsole } from './console-context.ts';
import { useDeviceText } from './use-device-text.ts';

/** The parts of the application, in the order of the navigation. */
const areaIds = [
  'inbox',
  'conversations',
  'contacts',
  'people',
  'handoff',
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
  contacts: ['conversations:view'],
  handoff: ['channels:configure'],
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

/** The pages of users who only answer visitors. */
const areas: readonly AreaId[] = ['inbox', 'conversations', 'contacts'];

/**
 * Whether the user of this device only replies to visitors: the inbox is the start page, and the sidebar is
 * reduced. A preference, not a role: the contract has four roles, and everyone who can reply can also edit.
 */
export function useOnlyAnswers(): readonly [boolean, (isSo: boolean) => void] {
  const { session } = useConsole();
  const [chosen, choose] = useDeviceText(`gateway-admin.only-answers.${session.user.id}`);
  const isChosen = chosen === '1' && allows(session.roles, 'conversations:answer');
  return [isChosen, (isSo) => choose(isSo ? '1' : null)];
}

/** The areas that the rail lists. */
export function useListedAreas(): readonly AreaId[] {
  const [onlyAnswers] = useOnlyAnswers();
  const all = areasFor(useConsole().session.roles);
  return onlyAnswers ? all.filter((area) => areas.includes(area)) : all;
}
