/** Tenants, for the operators of the platform. */
export const tenants = {
  title: 'Tenants',
  about: 'All customers of the platform. Working in one shows its flows, conversations and audit log.',
  empty: 'No tenants yet.',
  find: 'Find',
  all: 'All tenants',
  name: 'Name',
  status: 'Status',
  limits: 'Limits',
  defaults: 'the defaults',
  statuses: { active: 'active', suspended: 'suspended' },
  perMinute: (count: number) => `${count} messages a minute`,
  days: (count: number) => `kept for ${count} days`,
  workIn: (tenant: string) => `Work in ${tenant}`,
  suspend: {
    open: (tenant: string) => `Suspend ${tenant}…`,
    title: (tenant: string) => `Suspend ${tenant}?`,
    what: 'Its visitors are no longer answered and its people can no longer sign in, until it is resumed. Nothing is deleted.',
    type: (tenant: string) => `Type ${tenant} to suspend it`,
    button: 'Suspend',
  },
  resume: {
    open: (tenant: string) => `Resume ${tenant}…`,
    title: (tenant: string) => `Resume ${tenant}?`,
    what: 'Its visitors are answered again, and its people can sign in.',
    button: 'Resume',
  },
};
