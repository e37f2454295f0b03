import { originAllowed } from '../../../channels/checks/origin.ts';
import type { Page } from '../../../contract/admin/lists.ts';
import type { RefusedSite, WidgetDetails, WidgetView } from '../../../contract/admin/widgets.ts';
import { readStoredWidget } from '../../../contract/stored-directory.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { WidgetNotFoundError } from '../../../domain/errors.ts';
import type { DirectoryRecord } from '../../../ports/directory-records.ts';
import type { RefusedOrigin } from '../../../ports/refused-origins.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { changeOf } from '../flows/flow-records.ts';
import { etagOfRecord } from '../preconditions.ts';

type Ports = Pick<Admin, 'records'>;

/** A page of a tenant's widgets, by their ids. @param after the id of the last of the page before */
export async function listWidgets(
  admin: Ports,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  { limit, after }: { readonly limit: number; readonly after: string | null },
): Promise<Page<WidgetView>> {
  const [records, defaultWidget] = await Promise.all([
    admin.records.list(tenantId, directoryKeys.widget(''), {
      limit: limit + 1,
      ...(after !== null && { after: directoryKeys.widget(after) }),
    }),
    defaultWidgetOf(admin, tenantId),
  ]);
  const items = records.slice(0, limit).map((record) => widgetViewOf(record, defaultWidget));
  return { items, cursor: records.length > limit ? (items.at(-1)?.widget.id ?? null) : null };
}

/** @throws WidgetNotFoundError */
export async function readWidget(
  admin: Pick<Admin, 'records' | 'refusedOrigins'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  widgetId: string,
): Promise<Answer<WidgetDetails>> {
  const [record, defaultWidget, refused] = await Promise.all([
    admin.records.find(tenantId, directoryKeys.widget(widgetId)),
    defaultWidgetOf(admin, tenantId),
    admin.refusedOrigins.list({ tenantId, widgetId }),
  ]);
  if (!record) throw new WidgetNotFoundError();
  const view = widgetViewOf(record, defaultWidget);
  const refusedOrigins = refused
    .filter(({ origin }) => !originAllowed(origin, view.widget.allowed_origins))
    .map(siteOf);
  return { body: { ...view, refusedOrigins }, etag: etagOfRecord(record) };
}

const siteOf = ({ origin, count, atMs }: RefusedOrigin): RefusedSite => ({
  origin,
  count,
  lastAt: new Date(atMs).toISOString(),
});

/** The widget that serves requests which name none. */
export async function defaultWidgetOf({ records }: Ports, tenantId: string): Promise<string | null> {
  const record = await records.find(tenantId, directoryKeys.tenant);
  const document = record?.attributes.document as { default_widget?: string } | undefined;
  return document?.default_widget ?? null;
}

export function widgetViewOf(record: DirectoryRecord, defaultWidget: string | null): WidgetView {
  const widget = readStoredWidget(record.attributes.document);
  return { widget, ...changeOf(record), isDefault: widget.id === defaultWidget };
}
