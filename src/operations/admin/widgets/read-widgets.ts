import { originAllowed } from '../../../channels/checks/origin.ts';
import type { SecretState } from '../../../contract/admin/channels.ts';
import type { Page } from '../../../contract/admin/lists.ts';
import {
  type RefusedSite,
  type WidgetDetails,
  type WidgetSecretRole,
  type WidgetView,
  widgetSecretRoles,
} from '../../../contract/admin/widgets.ts';
import { readStoredWidget, type Widget } from '../../../contract/directory.ts';
import { queueHoursOf, queuesOf } from '../../../contract/queues.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { GatewayError } from '../../../domain/errors.ts';
import type { DirectoryRecord } from '../../../ports/directory-writer.ts';
import type { RefusedOrigin } from '../../../ports/runs.ts';
import { hashOf } from '../../derive-id.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { changeOf } from '../flows/flow-records.ts';
import { type PageQuery, pageOfRecords } from '../records.ts';
import { loadSecretBook, type SecretBook, sharersOfName } from '../secrets/secrets.ts';

type Ports = Pick<Admin, 'records' | 'secretStore'>;

/** A page of a tenant's widgets, by their ids. @param after the id of the last of the page before */
export async function listWidgets(
  admin: Ports,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  page: PageQuery,
): Promise<Page<WidgetView>> {
  const [{ items, cursor }, book] = await Promise.all([
    pageOfRecords(admin, { tenantId }, directoryKeys.widget(''), page),
    loadSecretBook(admin, tenantId),
  ]);
  return { items: items.map((record) => widgetAnswer(record, book).body), cursor };
}

/** @throws `widget_not_found` */
export async function readWidget(
  admin: Ports & Pick<Admin, 'refusals' | 'sightings'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  widgetId: string,
): Promise<Answer<WidgetDetails>> {
  const [record, book, refused, seenAtMs] = await Promise.all([
    admin.records.find(tenantId, directoryKeys.widget(widgetId)),
    loadSecretBook(admin, tenantId),
    admin.refusals.listOrigins({ tenantId, widgetId }),
    admin.sightings.find({ tenantId, widgetId }),
  ]);
  if (!record) throw new GatewayError('widget_not_found');
  const { body, etag } = widgetAnswer(record, book);
  const refusedOrigins = refused
    .filter(({ origin }) => !originAllowed(origin, body.widget.allowed_origins))
    .map(siteOf);
  const { tenant } = book.owners;
  const timeZone = tenant.time_zone ?? 'UTC';
  const hours = queueHoursOf(tenant);
  const queues = queuesOf(tenant).map((name) => ({ name, ...(hours[name] && { hours: hours[name] }) }));
  const seenAt = seenAtMs === null ? null : new Date(seenAtMs).toISOString();
  return { body: { ...body, refusedOrigins, timeZone, queues, seenAt }, etag };
}

const siteOf = ({ origin, count, atMs }: RefusedOrigin): RefusedSite => ({
  origin,
  count,
  lastAt: new Date(atMs).toISOString(),
});

/** A widget as writes answer with it. @throws `widget_not_found` */
export async function readWidgetView(
  admin: Ports,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  widgetId: string,
): Promise<Required<Answer<WidgetView>>> {
  const record = await admin.records.find(tenantId, directoryKeys.widget(widgetId));
  if (!record) throw new GatewayError('widget_not_found');
  return widgetAnswer(record, await loadSecretBook(admin, tenantId));
}

/** Returns a widget for a response. Its ETag changes with its secrets, so that neither is overwritten unseen. */
export function widgetAnswer(record: DirectoryRecord, book: SecretBook): Required<Answer<WidgetView>> {
  const widget = readStoredWidget(record.attributes.document);
  const revisions = widgetSecretRoles.map((role) => book.changes.get(widget[role] ?? '')?.revision ?? '-');
  const own = record.revision ?? JSON.stringify(record.attributes.document);
  return {
    body: {
      widget,
      ...changeOf(record),
      isDefault: book.owners.tenant.default_widget === widget.id,
      secrets: widgetSecretRoles.map((role) => stateOf(role, widget, book)),
    },
    etag: `"${hashOf(own, ...revisions)}"`,
  };
}

function stateOf(role: WidgetSecretRole, widget: Widget, book: SecretBook): SecretState {
  const name = widget[role];
  const { verifying } = book.values;
  return {
    role,
    required: false,
    set: name !== undefined && Boolean(verifying[name]),
    previous: name !== undefined && Boolean(verifying[`${name}_previous`]),
    ...changeOf(name === undefined ? null : (book.changes.get(name) ?? null)),
    sharedWith: name === undefined ? [] : sharersOfWidget(book, widget.id, role, name),
  };
}

/** Returns the other users of a widget's secret. */
export function sharersOfWidget(book: SecretBook, widgetId: string, role: WidgetSecretRole, name: string) {
  return sharersOfName(
    book,
    name,
    (other) => other.kind === 'widget' && other.id === widgetId && other.role === role,
  );
}
