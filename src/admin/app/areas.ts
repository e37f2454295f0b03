import { allows, type Capability, capabilities, type RoleName, roleNames } from '../../contract/roles.ts';

/** A part of the application that a role may see. */
export interface Area {
  readonly path: string;
  readonly name: string;
  readonly about: string;
  readonly capabilities: readonly Capability[];
}

const under = (area: string) => capabilities.filter((capability) => capability.startsWith(`${area}:`));

/** THE table of the navigation. @see spec "Roles" */
export const areas: readonly Area[] = [
  {
    path: 'flows',
    name: 'Flows',
    about: 'What the bot says and asks, step by step. A published version never changes.',
    capabilities: under('flows'),
  },
  {
    path: 'widgets',
    name: 'Widgets',
    about: 'The chats on your web sites: where each may run, its limits and the flow it starts.',
    capabilities: under('widgets'),
  },
  {
    path: 'reports',
    name: 'Reports',
    about: 'How many conversations there were, and how they ended.',
    capabilities: under('reports'),
  },
  {
    path: 'users',
    name: 'Users',
    about: 'Who of your tenant may sign in here, and with which role.',
    capabilities: under('users'),
  },
  {
    path: 'channels',
    name: 'Channels',
    about: 'The chat apps and the contact center that this tenant is connected to.',
    capabilities: under('channels'),
  },
  {
    path: 'tenants',
    name: 'Tenants',
    about: 'All customers of the platform.',
    capabilities: under('tenants'),
  },
];

/** What a capability allows, as words for the user. */
export const capabilityNames: Readonly<Record<Capability, string>> = {
  'flows:view': 'View flows',
  'flows:edit': 'Create and edit flows',
  'flows:publish': 'Publish flows',
  'widgets:view': 'View widgets',
  'widgets:edit': 'Create and edit widgets',
  'reports:view': 'View reports',
  'users:manage': "Manage the tenant's users",
  'channels:configure': 'Configure channels',
  'conversations:view': 'Read conversations',
  'audit:view': 'See who changed what',
  'tenants:manage': 'Manage all tenants',
};

/** The areas that these roles may see anything of. */
export function areasFor(roles: readonly RoleName[]): readonly Area[] {
  return areas.filter((area) => area.capabilities.some((capability) => allows(roles, capability)));
}

/** The least role that allows it. */
export function leastRole(capability: Capability): RoleName | undefined {
  return roleNames.find((role) => allows([role], capability));
}
