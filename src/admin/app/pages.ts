import type { ComponentType } from 'react';
import type { Capability } from '../../contract/roles.ts';
import { editorCanvas, flowCanvas } from '../flows/canvases.ts';
import { firstView } from '../flows/first-view.ts';
import { loadNamespaces, type Namespace } from '../locales/i18n.ts';
import type { AreaId } from './areas.ts';
import { type Chunk, chunkOf } from './chunk.ts';

/** A page with what is named in its address as its properties. */
type PageComponent = ComponentType<Readonly<Record<string, string>>>;

/** A page, which is a chunk of its own. */
export type PageChunk = Chunk<PageComponent>;

/** A page's code with the namespaces that it shows first, so that it is painted once. */
function pageChunk(namespaces: readonly Namespace[], load: () => Promise<PageComponent>): PageChunk {
  return chunkOf(async () => (await Promise.all([load(), loadNamespaces(namespaces)]))[0]);
}

/** Whose list stays while another conversation is opened. */
const inbox = pageChunk(
  ['inbox', 'conversations'],
  async () => (await import('../inbox/InboxPage.tsx')).InboxPage,
);

/** One page, whichever report: its filters stay. */
const reports = pageChunk(['reports'], async () => (await import('../reports/ReportsPage.tsx')).ReportsPage);

interface PageRow {
  /** Below the tenant: `flows/:flowId`. */
  readonly pattern: string;
  readonly area: AreaId;
  readonly capability: Capability;
  readonly chunk: PageChunk;
  /** What it shows first besides, each a chunk of its own. */
  readonly besides?: (search: URLSearchParams) => readonly Chunk<unknown>[];
}

/** THE table of the pages that work on the API; known before any of the application's code is loaded. */
const pages = [
  { pattern: 'inbox', area: 'inbox', capability: 'conversations:answer', chunk: inbox },
  { pattern: 'inbox/:conversationId', area: 'inbox', capability: 'conversations:answer', chunk: inbox },
  {
    pattern: 'saved-replies',
    area: 'inbox',
    capability: 'conversations:answer',
    chunk: pageChunk(
      ['inbox'],
      async () => (await import('../saved-replies/SavedRepliesPage.tsx')).SavedRepliesPage,
    ),
  },
  {
    pattern: 'conversations',
    area: 'conversations',
    capability: 'conversations:view',
    chunk: pageChunk(
      ['conversations', 'reports'],
      async () => (await import('../conversations/ConversationsPage.tsx')).ConversationsPage,
    ),
  },
  {
    pattern: 'conversations/:conversationId',
    area: 'conversations',
    capability: 'conversations:view',
    chunk: pageChunk(
      ['conversations'],
      async () => (await import('../conversations/ConversationPage.tsx')).ConversationPage,
    ),
  },
  {
    pattern: 'people/:channel/:userId',
    area: 'people',
    capability: 'people:manage',
    chunk: pageChunk(['conversations'], async () => (await import('../people/PersonPage.tsx')).PersonPage),
  },
  {
    pattern: 'humans',
    area: 'humans',
    capability: 'channels:configure',
    chunk: pageChunk(
      ['settings', 'widgets'],
      async () => (await import('../humans/HumansPage.tsx')).HumansPage,
    ),
  },
  {
    pattern: 'flows',
    area: 'flows',
    capability: 'flows:view',
    chunk: pageChunk(['flows', 'reports'], async () => (await import('../flows/FlowsPage.tsx')).FlowsPage),
  },
  {
    pattern: 'flows/:flowId',
    area: 'flows',
    capability: 'flows:view',
    chunk: pageChunk(['flows', 'reports'], async () => (await import('../flows/FlowPage.tsx')).FlowPage),
    besides: (search) => (firstView(search, ['canvas', 'list']) === 'canvas' ? [flowCanvas] : []),
  },
  {
    pattern: 'flows/:flowId/edit',
    area: 'flows',
    capability: 'flows:edit',
    chunk: pageChunk(
      ['editor', 'flows'],
      async () => (await import('../flows/editor/EditorPage.tsx')).EditorPage,
    ),
    besides: (search) => (firstView(search, ['canvas', 'list', 'json']) === 'canvas' ? [editorCanvas] : []),
  },
  {
    pattern: 'flows/:flowId/replay',
    area: 'flows',
    capability: 'flows:edit',
    chunk: pageChunk(['flows'], async () => (await import('../flows/replay/ReplayPage.tsx')).ReplayPage),
  },
  {
    pattern: 'flows/:flowId/tests',
    area: 'flows',
    capability: 'flows:edit',
    chunk: pageChunk(
      ['tests', 'editor', 'flows'],
      async () => (await import('../flows/TestsPage.tsx')).TestsPage,
    ),
  },
  {
    pattern: 'flows/:flowId/versions',
    area: 'flows',
    capability: 'flows:view',
    chunk: pageChunk(
      ['flows', 'reports'],
      async () => (await import('../flows/versions/VersionsPage.tsx')).VersionsPage,
    ),
  },
  {
    pattern: 'flows/:flowId/versions/:version',
    area: 'flows',
    capability: 'flows:view',
    chunk: pageChunk(
      ['flows', 'reports'],
      async () => (await import('../flows/versions/VersionPage.tsx')).VersionPage,
    ),
  },
  {
    pattern: 'flows/:flowId/compare',
    area: 'flows',
    capability: 'flows:view',
    chunk: pageChunk(['flows'], async () => (await import('../flows/compare/ComparePage.tsx')).ComparePage),
  },
  {
    pattern: 'widgets',
    area: 'widgets',
    capability: 'widgets:view',
    chunk: pageChunk(['widgets'], async () => (await import('../widgets/WidgetsPage.tsx')).WidgetsPage),
  },
  {
    pattern: 'widgets/:widgetId',
    area: 'widgets',
    capability: 'widgets:view',
    chunk: pageChunk(
      ['widgets', 'flows'],
      async () => (await import('../widgets/WidgetPage.tsx')).WidgetPage,
    ),
  },
  {
    pattern: 'channels',
    area: 'channels',
    capability: 'channels:configure',
    chunk: pageChunk(['channels'], async () => (await import('../channels/ChannelsPage.tsx')).ChannelsPage),
  },
  {
    pattern: 'channels/new/:provider',
    area: 'channels',
    capability: 'channels:configure',
    chunk: pageChunk(
      ['channels', 'widgets'],
      async () => (await import('../channels/NewChannelPage.tsx')).NewChannelPage,
    ),
  },
  {
    pattern: 'channels/:channel/:accountId',
    area: 'channels',
    capability: 'channels:configure',
    chunk: pageChunk(
      ['channels', 'widgets'],
      async () => (await import('../channels/ChannelPage.tsx')).ChannelPage,
    ),
  },
  { pattern: 'reports', area: 'reports', capability: 'reports:view', chunk: reports },
  { pattern: 'reports/:report', area: 'reports', capability: 'reports:view', chunk: reports },
  { pattern: 'reports/flows/:flowId', area: 'reports', capability: 'reports:view', chunk: reports },
  {
    pattern: 'users',
    area: 'users',
    capability: 'users:manage',
    chunk: pageChunk(['settings'], async () => (await import('../users/UsersPage.tsx')).UsersPage),
  },
  {
    pattern: 'service-keys',
    area: 'service-keys',
    capability: 'users:manage',
    chunk: pageChunk(
      ['settings'],
      async () => (await import('../service-keys/ServiceKeysPage.tsx')).ServiceKeysPage,
    ),
  },
  {
    pattern: 'audit',
    area: 'audit',
    capability: 'audit:view',
    chunk: pageChunk(['settings'], async () => (await import('../audit/AuditPage.tsx')).AuditPage),
  },
  {
    pattern: 'tenants',
    area: 'tenants',
    capability: 'tenants:manage',
    chunk: pageChunk(['settings'], async () => (await import('../tenants/TenantsPage.tsx')).TenantsPage),
  },
] as const satisfies readonly PageRow[];

/** What the address of a page is made of: a test has a row for each. */
export type PagePattern = (typeof pages)[number]['pattern'];

/** What tells a page from the one before it: the inbox is one page, whatever is open in it. */
export function placeOf(path: string): string {
  return findPage(path)?.chunk === inbox ? 'inbox' : path;
}

export interface FoundPage extends Omit<PageRow, 'pattern'> {
  readonly parameters: Readonly<Record<string, string>>;
}

/** The page of a path below the tenant; null when there is none. */
export function findPage(path: string): FoundPage | null {
  const segments = path.split('/');
  for (const { pattern, ...page } of pages as readonly PageRow[]) {
    const parameters = match(pattern.split('/'), segments);
    if (parameters) return { ...page, parameters };
  }
  return null;
}

/** Has the browser load a page's chunks while something else is waited for. What fails is told when the page is shown. */
export function loadAhead(path: string, search: URLSearchParams): void {
  const page = findPage(path);
  if (!page) return;
  for (const { load } of [page.chunk, ...(page.besides?.(search) ?? [])]) load().catch(() => undefined);
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const parameters: Record<string, string> = {};
  for (const [n, part] of pattern.entries()) {
    const segment = segments[n] ?? '';
    if (part.startsWith(':')) parameters[part.slice(1)] = decoded(segment);
    else if (part !== segment) return null;
  }
  return parameters;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
