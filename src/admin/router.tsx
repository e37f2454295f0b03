import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Capability } from '../contract/roles.ts';
import { rootPath } from './components/address-bar.ts';
import { type AreaId, areaCapabilities } from './components/areas.ts';
import { Console } from './components/Console.tsx';
import { useRole } from './components/console-context.ts';
import { NoSuchPage, PageError, StartPage, ToOwnTenant } from './components/entry-pages.tsx';
import { Rows } from './components/Loaded.tsx';
import { NoPermission } from './components/NoPermission.tsx';
import { FlowView } from './features/flows/readers.ts';
import { FlowCanvas, firstView } from './features/flows/views.ts';
import { loadNamespaces, type Namespace } from './locales/i18n.ts';

/** A page with what is named in its address as its properties. */
type Page = ComponentType<Readonly<Record<string, string>>>;

interface PageRow {
  /** Below the tenant: `flows/$flowId`. */
  readonly path: string;
  readonly area: AreaId;
  /** What it takes, if not what its area does. */
  readonly capability?: Capability;
  /** The search parameters of its URL. */
  readonly search?: readonly string[];
  /** Catalogs that it shows first, so that it is painted once. */
  readonly namespaces: readonly Namespace[];
  /** The page is a chunk of its own. */
  readonly load: () => Promise<Page>;
  /** Loads what it shows first besides, each a chunk of its own. */
  readonly besides?: (search: URLSearchParams) => unknown;
}

const filters = ['flow', 'version', 'channel', 'from', 'to'] as const;
const ofReport = [...filters, 'range', 'compare', 'table', 'against', 'by'] as const;
const ofFlow = ['view', 'step', 'new', 'publish', 'published', 'percent', 'rolled-back', 'rollback'] as const;
const ofVersion = [...ofFlow, ...ofReport, 'numbers'] as const;
const reports = async () => (await import('./features/reports/ReportsPage.tsx')).ReportsPage;
const onCanvas = (search: URLSearchParams) => firstView(search, ['canvas', 'list', 'json']) === 'canvas';
const preloadReader = (search: URLSearchParams) => {
  void FlowView.preload?.();
  if (onCanvas(search)) void FlowCanvas.preload?.();
};

/** THE table of the pages that work on the API. */
const pages = [
  {
    path: 'inbox',
    area: 'inbox',
    search: ['tab', 'queue', 'channel', 'agent', 'label', 'priority', 'sort', 'q'],
    namespaces: ['inbox', 'conversations'],
    load: async () => (await import('./features/inbox/InboxPage.tsx')).InboxPage,
  },
  {
    path: 'saved-replies',
    area: 'inbox',
    search: ['edit'],
    namespaces: ['inbox'],
    load: async () =>
      (await import('./features/settings/saved-replies/SavedRepliesPage.tsx')).SavedRepliesPage,
  },
  {
    path: 'labels',
    area: 'handoff',
    search: ['edit'],
    namespaces: ['inbox'],
    load: async () => (await import('./features/settings/labels/LabelsPage.tsx')).LabelsPage,
  },
  {
    path: 'conversations',
    area: 'conversations',
    search: [...filters, 'status', 'user', 'range', 'q'],
    namespaces: ['conversations', 'reports', 'inbox'],
    load: async () => (await import('./features/conversations/ConversationsPage.tsx')).ConversationsPage,
  },
  {
    path: 'contacts',
    area: 'contacts',
    search: ['new'],
    namespaces: ['conversations', 'inbox'],
    load: async () => (await import('./features/contacts/ContactsPage.tsx')).ContactsPage,
  },
  {
    path: 'contacts/$contactId',
    area: 'contacts',
    namespaces: ['conversations', 'inbox'],
    load: async () => (await import('./features/contacts/ContactPage.tsx')).ContactPage,
  },
  {
    path: 'people/$channel/$userId',
    area: 'people',
    namespaces: ['conversations'],
    load: async () => (await import('./features/conversations/PersonPage.tsx')).PersonPage,
  },
  {
    path: 'handoff',
    area: 'handoff',
    namespaces: ['settings', 'widgets'],
    load: async () =>
      (await import('./features/settings/handoff/HandoffSettingsPage.tsx')).HandoffSettingsPage,
  },
  {
    path: 'flows',
    area: 'flows',
    search: ['q', 'new', 'from'],
    namespaces: ['flows', 'reports', 'tests'],
    load: async () => (await import('./features/flows/FlowsPage.tsx')).FlowsPage,
  },
  {
    path: 'flows/$flowId',
    area: 'flows',
    search: ofFlow,
    namespaces: ['flows', 'editor', 'reports'],
    load: async () => (await import('./features/flows/FlowPage.tsx')).FlowPage,
    besides: preloadReader,
  },
  {
    path: 'flows/$flowId/edit',
    area: 'flows',
    capability: 'flows:edit',
    search: ofFlow,
    namespaces: ['editor', 'flows'],
    load: async () => (await import('./features/editor/EditorPage.tsx')).EditorPage,
    besides: (search) => onCanvas(search) && FlowCanvas.preload?.(),
  },
  {
    path: 'flows/$flowId/replay',
    area: 'flows',
    capability: 'flows:edit',
    namespaces: ['flows'],
    load: async () => (await import('./features/flows/replay/ReplayPage.tsx')).ReplayPage,
  },
  {
    path: 'flows/$flowId/tests',
    area: 'flows',
    capability: 'flows:edit',
    namespaces: ['tests', 'editor', 'flows'],
    load: async () => (await import('./features/flows/TestsPage.tsx')).TestsPage,
  },
  {
    path: 'flows/$flowId/versions',
    area: 'flows',
    search: ofFlow,
    namespaces: ['flows', 'reports'],
    load: async () => (await import('./features/flows/versions/VersionsPage.tsx')).VersionsPage,
  },
  {
    path: 'flows/$flowId/versions/$version',
    area: 'flows',
    search: ofVersion,
    namespaces: ['flows', 'editor', 'reports'],
    load: async () => (await import('./features/flows/versions/VersionPage.tsx')).VersionPage,
    besides: preloadReader,
  },
  {
    path: 'flows/$flowId/compare',
    area: 'flows',
    search: [...ofFlow, 'from', 'to'],
    namespaces: ['flows', 'editor'],
    load: async () => (await import('./features/flows/compare/ComparePage.tsx')).ComparePage,
  },
  {
    path: 'widgets',
    area: 'widgets',
    search: ['new', 'flow'],
    namespaces: ['widgets', 'flows'],
    load: async () => (await import('./features/widgets/WidgetsPage.tsx')).WidgetsPage,
  },
  {
    path: 'widgets/$widgetId',
    area: 'widgets',
    search: ['tab', 'flow'],
    namespaces: ['widgets', 'flows'],
    load: async () => (await import('./features/widgets/WidgetPage.tsx')).WidgetPage,
  },
  {
    path: 'channels',
    area: 'channels',
    namespaces: ['channels'],
    load: async () => (await import('./features/channels/ChannelsPage.tsx')).ChannelsPage,
  },
  {
    path: 'channels/new/$provider',
    area: 'channels',
    namespaces: ['channels', 'widgets'],
    load: async () => (await import('./features/channels/ChannelsPage.tsx')).NewChannelPage,
  },
  {
    path: 'channels/$channel/$accountId',
    area: 'channels',
    search: ['step'],
    namespaces: ['channels', 'widgets'],
    load: async () => (await import('./features/channels/ChannelPage.tsx')).ChannelPage,
  },
  {
    path: 'reports',
    area: 'reports',
    search: ofReport,
    namespaces: ['reports'],
    load: reports,
  },
  {
    path: 'reports/$report',
    area: 'reports',
    search: ofReport,
    namespaces: ['reports'],
    load: reports,
  },
  {
    path: 'reports/flows/$flowId',
    area: 'reports',
    search: ofReport,
    namespaces: ['reports', 'flows'],
    load: reports,
  },
  {
    path: 'users',
    area: 'users',
    search: ['user', 'invite'],
    namespaces: ['settings'],
    load: async () => (await import('./features/settings/users/UsersPage.tsx')).UsersPage,
  },
  {
    path: 'service-keys',
    area: 'service-keys',
    search: ['make'],
    namespaces: ['settings'],
    load: async () => (await import('./features/settings/api-keys/ServiceKeysPage.tsx')).ServiceKeysPage,
  },
  {
    path: 'audit',
    area: 'audit',
    search: ['what', 'who', 'resource', 'range', 'from', 'to'],
    namespaces: ['settings'],
    load: async () => (await import('./features/settings/audit/AuditPage.tsx')).AuditPage,
  },
  {
    path: 'tenants',
    area: 'tenants',
    search: ['q', 'new'],
    namespaces: ['settings'],
    load: async () => (await import('./features/tenants/TenantsPage.tsx')).TenantsPage,
  },
] as const satisfies readonly PageRow[];

/** The route patterns; a test has a row for each. */
export type PagePattern = (typeof pages)[number]['path'] | `${'inbox' | 'conversations'}/$conversationId`;

const root = createRootRoute({ notFoundComponent: NoSuchPage });

const tenant = createRoute({
  getParentRoute: () => root,
  path: 't/$tenantId',
  component: function Tenant() {
    const { tenantId = '' } = useParams({ strict: false });
    return (
      <Console key={tenantId} tenantId={tenantId}>
        <Outlet />
      </Console>
    );
  },
});

function routeOf({ path, area, namespaces, load, search = [], besides, ...row }: PageRow) {
  const capability = row.capability ?? areaCapabilities[area];
  let Page: Page | null = null;
  function Guarded() {
    const { t } = useTranslation('common');
    const { may } = useRole();
    const { tenantId: _, ...parameters } = useParams({ strict: false });
    if (!may(capability)) return <NoPermission page={t(`areas.${area}`)} capability={capability} />;
    return Page && <Page {...(parameters as Record<string, string>)} />;
  }
  // The router loads it before it shows the page, and ahead of that where a link to it is pointed at.
  const preload = async () => {
    [Page] = await Promise.all([Page ?? load(), loadNamespaces(namespaces)]);
  };
  return createRoute({
    getParentRoute: () => tenant,
    path,
    component: Object.assign(Guarded, { preload }),
    validateSearch: z.object(Object.fromEntries(search.map((name) => [name, z.optional(z.string())]))),
    loader: ({ location }) => void besides?.(new URLSearchParams(location.searchStr)),
  });
}

/** One route for list and detail, so that the list stays mounted when another conversation is opened. */
function routeOfList(row: PageRow) {
  const page = routeOf(row);
  return page.addChildren([createRoute({ getParentRoute: () => page, path: '$conversationId' })]);
}

export const router = createRouter({
  routeTree: root.addChildren([
    tenant.addChildren([
      createRoute({ getParentRoute: () => tenant, path: '/', component: StartPage }),
      ...pages.map((row) =>
        row.path === 'inbox' || row.path === 'conversations' ? routeOfList(row) : routeOf(row),
      ),
      // Bookmarks of 0.1.0.
      createRoute({
        getParentRoute: () => tenant,
        path: 'humans',
        beforeLoad: ({ params }) =>
          redirect({ to: '/t/$tenantId/handoff', params, replace: true, throw: true }),
      }),
      createRoute({ getParentRoute: () => tenant, path: '$', component: NoSuchPage }),
    ]),
    createRoute({ getParentRoute: () => root, path: '/', component: ToOwnTenant }),
    createRoute({ getParentRoute: () => root, path: '$', component: ToOwnTenant }),
  ]),
  basepath: rootPath,
  // Plain, as in links from before and in mails: the router's own writes JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (given) => {
    const text = new URLSearchParams(
      Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ).toString();
    return text && `?${text}`;
  },
  // Another flow is another page: what was typed or opened of the one before does not stay.
  defaultRemountDeps: ({ params }) => params,
  defaultPreload: 'intent',
  defaultPendingComponent: Rows,
  defaultPendingMs: 300,
  defaultErrorComponent: PageError,
});
