import type { Capability, RoleName } from '../../../contract/roles.ts';
import type { AreaId } from '../../app/areas.ts';

const roles: Readonly<Record<RoleName, string>> = {
  viewer: 'viewer',
  editor: 'editor',
  admin: 'admin',
  'super-admin': 'super-admin',
};

const areas: Readonly<Record<AreaId, string>> = {
  inbox: 'Inbox',
  conversations: 'Conversations',
  people: 'People',
  flows: 'Flows',
  widgets: 'Widgets',
  channels: 'Channels',
  reports: 'Reports',
  users: 'Users',
  'service-keys': 'Service keys',
  audit: 'Audit',
  tenants: 'Tenants',
};

const capabilities: Readonly<Record<Capability, string>> = {
  'flows:view': 'View flows',
  'flows:edit': 'Create and edit flows',
  'flows:publish': 'Publish flows',
  'widgets:view': 'View widgets',
  'widgets:edit': 'Create and edit widgets',
  'reports:view': 'View reports',
  'users:manage': "Manage the tenant's users",
  'channels:configure': 'Configure channels',
  'people:manage': "Export and erase a person's data",
  'conversations:view': 'Read conversations',
  'conversations:answer': 'Answer visitors',
  'audit:view': 'See who changed what',
  'tenants:manage': 'Manage all tenants',
};

/** The frame around every page, the sign-in and the home page. */
export const frame = {
  product: 'Messaging gateway',
  oneMoment: 'One moment',
  skip: 'Skip to the content',
  areas,
  roles,
  capabilities,
  navigation: 'Areas',
  home: 'Home',
  more: 'More',
  waiting: 'waiting',
  close: 'Close',
  cancel: 'Cancel',
  unsaved: {
    title: 'Sign out and lose what is not saved?',
    what: 'Changes to flows are only on this device: they could not be saved yet. Signing out removes them from it.',
    button: 'Sign out and lose them',
  },
  signOut: 'Sign out',
  toDark: 'Dark mode',
  toLight: 'Light mode',
  language: 'Language',
  signIn: {
    title: 'Sign in',
    elsewhereTitle: 'You are signed out',
    elsewhere: 'You signed out in another tab.',
    what: 'Administration of your conversations: flows, widgets, channels and users of your tenant.',
    how: 'You are taken to the sign-in page of your organisation, and come back here. This application never sees your password.',
  },
  problemActions: { 'sign-in': 'Sign in again', retry: 'Try again', 'sign-out': 'Sign out' },
  forSupport: 'For support:',
  inRequest: 'in request',
  welcome: (name: string | undefined) => (name ? `Welcome, ${name}` : 'Welcome'),
  tenant: 'Tenant',
  role: 'Role',
  features: 'Features',
  noFeatures: 'None are switched on.',
  permissions: 'What you may do here',
  action: 'Action',
  allowed: 'Allowed',
  yes: 'Yes',
  needsRole: (role: string) => `Needs the role ${role}`,
  noPage: {
    title: 'There is no such page',
    why: 'The address may be mistyped or from an older version.',
    goHome: 'Go to the home page',
  },
  workingIn: (tenant: string) => `You are working in ${tenant}`,
  backTo: (tenant: string) => `Back to ${tenant}`,
  switchTenant: 'Switch tenant',
  tenantId: 'Id of the tenant',
  open: 'Open',
};
