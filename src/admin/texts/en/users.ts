import type { UserAction } from '../../users/user-actions.ts';

interface ActionTexts {
  readonly open: string;
  readonly title: (who: string) => string;
  readonly what: string;
  readonly button: string;
  readonly done: (who: string) => string;
}

const actions: Readonly<Record<UserAction, ActionTexts>> = {
  'reset-password': {
    open: 'Reset password…',
    title: (who) => `Reset the password of ${who}?`,
    what: 'They get a mail with a code and choose a new password. Who has not signed in yet gets the invitation again.',
    button: 'Reset password',
    done: (who) => `${who} gets a mail to choose a new password.`,
  },
  'reset-mfa': {
    open: 'Reset second factor…',
    title: (who) => `Reset the second factor of ${who}?`,
    what: 'For a lost phone: they set up a new second factor when they sign in next, where one is asked for.',
    button: 'Reset second factor',
    done: (who) => `${who} sets up a new second factor at the next sign-in.`,
  },
  'sign-out': {
    open: 'Sign out everywhere…',
    title: (who) => `Sign ${who} out everywhere?`,
    what: 'Their sessions end on all devices within a minute. They may sign in again.',
    button: 'Sign out everywhere',
    done: (who) => `${who} is signed out everywhere within a minute.`,
  },
  delete: {
    open: 'Delete…',
    title: (who) => `Delete ${who}?`,
    what: 'They can no longer sign in. What they changed stays, and the audit log keeps their name. It cannot be undone.',
    button: 'Delete',
    done: (who) => `${who} is deleted.`,
  },
};

/** Users of a tenant: who may sign in, and as what. */
export const users = {
  title: 'Users',
  about: 'Who may sign in here, and with which role.',
  empty: 'Only you so far. Invite a colleague.',
  nobody: 'Nobody yet. Invite the first admin.',
  who: 'User',
  role: 'Role',
  status: 'Status',
  statuses: {
    invited: 'invited',
    active: 'active',
    reset_required: 'has to choose a new password',
    disabled: 'disabled',
  },
  secondFactor: 'Second factor',
  factors: { set: 'set up', none: 'none' },
  you: 'you',
  manage: (who: string) => `Manage ${who}…`,
  noRole: 'no known role',
  invite: {
    open: 'Invite…',
    title: 'Invite a colleague',
    what: 'They get a mail with a password for their first sign-in.',
    email: 'E-mail address',
    name: 'Name, if you like',
    button: 'Invite',
    done: (who: string) => `${who} is invited.`,
  },
  changeRole: 'Change role',
  access: 'Access',
  disable: { button: 'Disable', done: (who: string) => `${who} is disabled. Access ends within a minute.` },
  enable: { button: 'Enable', done: (who: string) => `${who} may sign in again.` },
  nowIs: {
    viewer: (who: string) => `${who} is now a viewer.`,
    editor: (who: string) => `${who} is now an editor.`,
    admin: (who: string) => `${who} is now an admin.`,
    'super-admin': (who: string) => `${who} is now a super-admin.`,
  },
  own: 'This is your own account. Nobody changes their own: ask another admin.',
  above: (own: string, role: string) => `Your role, ${own}, cannot change a ${role}.`,
  type: (email: string) => `Type ${email} to delete it`,
  actions,
};
