import { allows, type Capability, type RoleName, roleNames } from '../../contract/roles.ts';
import { useConsole } from './console-context.ts';
import { useDeviceText } from './use-device-text.ts';

/** The parts of the application in the order of the navigation, and what it takes to see them. @see spec "Roles" */
export const areaCapabilities = {
  inbox: 'conversations:answer',
  conversations: 'conversations:view',
  contacts: 'conversations:view',
  people: 'people:manage',
  handoff: 'channels:configure',
  flows: 'flows:view',
  widgets: 'widgets:view',
  channels: 'channels:configure',
  reports: 'reports:view',
  users: 'users:manage',
  'service-keys': 'users:manage',
  audit: 'audit:view',
  tenants: 'tenants:manage',
} as const satisfies Readonly<Record<string, Capability>>;
export type AreaId = keyof typeof areaCapabilities;

/** One comes to a person from a conversation, or with an id. */
const notInNavigation: readonly AreaId[] = ['people'];

/** The areas that these roles may see anything of, as the navigation lists them. */
export function areasFor(roles: readonly RoleName[]): readonly AreaId[] {
  const areaIds = Object.keys(areaCapabilities) as AreaId[];
  return areaIds.filter((area) => !notInNavigation.includes(area) && allows(roles, areaCapabilities[area]));
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
