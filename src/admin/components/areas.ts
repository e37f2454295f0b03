import { useSyncExternalStore } from 'react';
import { deviceStorage } from '../../browser/storage.ts';
import { allows, type Capability, capabilities, type RoleName, roleNames } from '../../contract/roles.ts';
import { useConsole } from './console-context.ts';

/** The parts of the application, in the order of the navigation. */
const areaIds = [
  'inbox',
  'conversations',
  'contacts',
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
  contacts: ['conversations:view'],
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

const key = 'gateway-admin.only-answers';
const changed = 'gateway-admin:only-answers';

/** The pages of users who only answer visitors. */
const areas: readonly AreaId[] = ['inbox', 'conversations', 'contacts'];

/**
 * Whether the user of this device only replies to visitors: the inbox is the start page, and the sidebar is
 * reduced. A preference, not a role: the contract has four roles, and everyone who can reply can also edit.
 */
export function useOnlyAnswers(): readonly [boolean, (isSo: boolean) => void] {
  const { session } = useConsole();
  const own = `${key}.${session.user.id}`;
  const isChosen = useSyncExternalStore(subscribe, () => deviceStorage.getItem(own) === '1');
  const choose = (isSo: boolean) => {
    if (isSo) deviceStorage.setItem(own, '1');
    else deviceStorage.removeItem(own);
    dispatchEvent(new Event(changed));
  };
  return [isChosen && allows(session.roles, 'conversations:answer'), choose];
}

/** The areas that the rail lists. */
export function useListedAreas(): readonly AreaId[] {
  const [onlyAnswers] = useOnlyAnswers();
  const all = areasFor(useConsole().session.roles);
  return onlyAnswers ? all.filter((area) => areas.includes(area)) : all;
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}
