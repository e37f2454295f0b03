import type { Icon } from '@tabler/icons-react';
import IconAddressBook from '@tabler/icons-react/icons/IconAddressBook';
import IconAppWindow from '@tabler/icons-react/icons/IconAppWindow';
import IconBroadcast from '@tabler/icons-react/icons/IconBroadcast';
import IconBuilding from '@tabler/icons-react/icons/IconBuilding';
import IconChartBar from '@tabler/icons-react/icons/IconChartBar';
import IconHistory from '@tabler/icons-react/icons/IconHistory';
import IconHome from '@tabler/icons-react/icons/IconHome';
import IconInbox from '@tabler/icons-react/icons/IconInbox';
import IconKey from '@tabler/icons-react/icons/IconKey';
import IconMessage2 from '@tabler/icons-react/icons/IconMessage2';
import IconMessageReply from '@tabler/icons-react/icons/IconMessageReply';
import IconRoute from '@tabler/icons-react/icons/IconRoute';
import IconTag from '@tabler/icons-react/icons/IconTag';
import IconTransfer from '@tabler/icons-react/icons/IconTransfer';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import { useTranslation } from 'react-i18next';
import { allows, type Capability, type RoleName, roleNames } from '../../contract/roles.ts';
import { useConsole, useRole } from './console-context.ts';
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

export interface Entry {
  readonly path: string;
  readonly name: string;
  readonly Icon: Icon;
}

interface Group {
  /** Null for the first, which needs no name. */
  readonly name: string | null;
  readonly entries: readonly Entry[];
}

/** The icons of the areas. */
export const icons: Readonly<Record<AreaId, Icon>> = {
  inbox: IconInbox,
  conversations: IconMessage2,
  contacts: IconAddressBook,
  people: IconUsers,
  flows: IconRoute,
  widgets: IconAppWindow,
  channels: IconBroadcast,
  reports: IconChartBar,
  users: IconUsers,
  'service-keys': IconKey,
  handoff: IconTransfer,
  audit: IconHistory,
  tenants: IconBuilding,
};

/** The pages in their groups. */
export function useGroups(listed: readonly AreaId[]): readonly Group[] {
  const { t } = useTranslation('common');
  const { may } = useRole();
  const [onlyAnswers] = useOnlyAnswers();
  const entriesOf = (...areas: readonly AreaId[]): readonly Entry[] =>
    areas
      .filter((area) => listed.includes(area))
      .map((area) => ({ path: area, name: t(`areas.${area}`), Icon: icons[area] }));
  const home: Entry = { path: '', name: t('home'), Icon: IconHome };
  const replies: Entry = { path: 'saved-replies', name: t('rail.savedReplies'), Icon: IconMessageReply };
  const labels: Entry = { path: 'labels', name: t('rail.labels'), Icon: IconTag };
  const groups: readonly Group[] = [
    {
      name: null,
      entries: [...(onlyAnswers ? [] : [home]), ...entriesOf('inbox', 'conversations', 'contacts')],
    },
    { name: t('rail.build'), entries: entriesOf('flows', 'widgets', 'channels') },
    { name: t('rail.measure'), entries: entriesOf('reports') },
    {
      name: t('rail.settings'),
      entries: [
        ...entriesOf('users', 'service-keys', 'handoff'),
        ...(listed.includes('handoff') ? [labels] : []),
        ...(may('conversations:answer') ? [replies] : []),
        ...entriesOf('audit', 'tenants'),
      ],
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
