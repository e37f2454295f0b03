/** What every page may have to say. */
export const states = {
  loading: 'Loading…',
  retry: 'Try again',
  code: 'Code',
  copy: 'Copy',
  copied: 'Copied',
  failed: (what: string) => `${what}: could not be loaded`,
  offline: 'You are offline. What you see was loaded earlier; changes have to wait.',
  causes: {
    offline: 'You are offline. Check your connection.',
    outage: 'The service does not answer as it should. Try again in a moment.',
    gone: 'It does not exist here, or was deleted.',
    changed: 'Somebody else changed it after you opened it. Look at what is there now, then try again.',
    tooMany: 'Too many requests at once. Wait a moment.',
    over: 'Your session is over.',
    refused: 'The service refused this:',
    role: (role: string, least: string) => `Your role, ${role}, may not do this. It takes the role ${least}.`,
  },
  noPermission: {
    title: (page: string) => `You may not see this: ${page}`,
    why: (role: string, least: string) => `Your role, ${role}, cannot see this page. The role ${least} can.`,
    ask: (names: string, count: number) =>
      count === 1 ? `Ask ${names}, who is an admin.` : `Ask ${names}, who are admins.`,
    who: (who: string, tenant: string) => `You are signed in as ${who} of ${tenant}.`,
    otherTenant: (tenant: string) =>
      `This address belongs to the tenant ${tenant}. You can work in your own only.`,
    home: 'Go to the home page',
  },
  over: {
    title: 'Sign in again to go on',
    kept: 'Your session is over. What you typed is kept in this tab, and will be here when you are back.',
    signIn: 'Sign in again',
  },
  loadMore: 'Load more',
  undo: 'Undo',
  dismiss: 'Dismiss',
  inUse: 'It is still in use. Change these first:',
  palette: {
    open: 'Go to…',
    keys: 'Ctrl K',
    label: 'Go to a page, a flow or a step',
    nothing: 'Nothing found.',
    page: 'Page',
    flow: 'Flow',
    step: (flow: string) => `Step of ${flow}`,
  },
};
