import {
  guardedWidgetFields,
  isGuardedWidget,
  type WidgetView,
  widgetSecretRoles,
} from '../../../contract/admin/widgets.ts';
import { readStoredWidget, type Widget } from '../../../contract/directory.ts';
import { allows } from '../../../contract/roles.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { GatewayError, invalidBody } from '../../../domain/errors.ts';
import { inUse, notAllowed, secretNotFound } from '../../../domain/problems.ts';
import type { DirectoryRecord, Expected } from '../../../ports/directory-writer.ts';
import { fingerprintOf } from '../../derive-id.ts';
import {
  type Admin,
  type AdminCaller,
  type Answer,
  assertWritable,
  conflictWith,
  type Preconditions,
} from '../admin.ts';
import { audited, findDocumentChanges } from '../audit.ts';
import { expectedOf, loadFlow } from '../flows/flow-records.ts';
import { madeBy } from '../records.ts';
import {
  dropSecrets,
  loadSecretBook,
  type SecretBook,
  type SecretOwner,
  writeDocument,
} from '../secrets/secrets.ts';
import { readWidgetView, sharersOfWidget, widgetAnswer } from './read-widgets.ts';

type Named = Preconditions & { readonly widgetId: string };

/**
 * Makes a widget, or changes the one that the caller has read. Its security fields take `channels:configure`, and so does
 * making a widget again whose security fields were deleted with it.
 * @throws `precondition_required`, `precondition_failed`, `not_allowed`
 * @throws `invalid_body` when it names what is not there
 */
export async function saveWidget(
  admin: Admin,
  caller: AdminCaller,
  { widgetId, widget, ...preconditions }: Named & { readonly widget: Widget },
): Promise<Answer<WidgetView>> {
  const { tenantId } = caller;
  const sk = directoryKeys.widget(widgetId);
  const record = await admin.records.find(tenantId, sk);
  const expected = assertMayWrite(preconditions, record, await loadSecretBook(admin, tenantId));
  const before = record && readStoredWidget(record.attributes.document);
  if (guardsChange(before, widget)) assertMayGuard(caller);
  // Read after the widget was seen to be gone, since it is written before.
  if (!before && (await admin.records.find(tenantId, directoryKeys.guardedWidget(widgetId))))
    assertMayGuard(caller);
  await assertWhole(admin, tenantId, widgetId, widget);
  const changes = findDocumentChanges(before ?? {}, widget);
  const change = { action: 'widget.save', resource: { kind: 'widget', id: widgetId }, changes };
  return audited(admin, caller, change, async () => {
    // First what is added: a preflight must not be refused to a page that the widget allows.
    await writeOrigins(admin, tenantId, widget);
    const attributes = { document: widget, ...madeBy(admin, caller) };
    const revision = await admin.records.write(tenantId, { sk, attributes }, expected);
    if (revision === null) throw await changedMeanwhile(admin, caller, widgetId);
    if (!before) await noteGuarded(admin, caller, widgetId, { isGuarded: false });
    await removeOrigins(admin, tenantId, widgetId, widget.allowed_origins);
    await admin.records.renewCacheVersion(tenantId);
    return readWidgetView(admin, caller, widgetId);
  });
}

/**
 * Deletes a widget. One with security fields takes `channels:configure`, as emptying them would.
 * @throws `widget_not_found`, `not_allowed`, `precondition_required`, `precondition_failed`
 * @throws `in_use` for the one that serves requests which name none
 */
export async function deleteWidget(
  admin: Admin,
  caller: AdminCaller,
  { widgetId, ...preconditions }: Named,
): Promise<void> {
  const { tenantId } = caller;
  const sk = directoryKeys.widget(widgetId);
  const record = await admin.records.find(tenantId, sk);
  if (!record) throw new GatewayError('widget_not_found');
  const widget = readStoredWidget(record.attributes.document);
  const isGuarded = isGuardedWidget(widget);
  if (isGuarded) assertMayGuard(caller);
  const book = await loadSecretBook(admin, tenantId);
  const expected = assertMayWrite({ ...preconditions, ifNoneMatch: undefined }, record, book);
  if (book.owners.tenant.default_widget === widgetId)
    throw inUse('widget', widgetId, [{ kind: 'tenant', id: tenantId }]);
  const secrets = widgetSecretRoles.flatMap((role) => {
    const name = widget[role];
    return name === undefined || sharersOfWidget(book, widgetId, role, name).length > 0 ? [] : [name];
  });
  const changes = findDocumentChanges(record.attributes.document, {});
  const change = { action: 'widget.delete', resource: { kind: 'widget', id: widgetId }, changes };
  await audited(admin, caller, change, async () => {
    // Before the widget is deleted: a reader who finds it gone must find this.
    await noteGuarded(admin, caller, widgetId, { isGuarded });
    if (!(await admin.records.remove(tenantId, sk, expected)))
      throw await changedMeanwhile(admin, caller, widgetId);
    await removeOrigins(admin, tenantId, widgetId, []);
    if (secrets.length > 0) await dropSecrets(admin, tenantId, secrets);
    await admin.records.renewCacheVersion(tenantId);
  });
}

/**
 * Holds a write against the widget that is stored.
 * @returns what the write must find
 * @throws `precondition_required`, `precondition_failed` that shows what is stored
 */
function assertMayWrite(
  preconditions: Preconditions,
  record: DirectoryRecord | null,
  book: SecretBook,
): Expected {
  assertWritable(preconditions, record && widgetAnswer(record, book));
  return expectedOf(record);
}

/** The current state, for a caller whose version is outdated. */
const changedMeanwhile = (admin: Admin, caller: AdminCaller, widgetId: string) =>
  conflictWith(readWidgetView(admin, caller, widgetId), 'widget_not_found');

function guardsChange(before: Widget | null, after: Widget): boolean {
  const empty = { allowed_origins: [] };
  const guards = (widget: Partial<Widget>) => guardedWidgetFields.map((field) => widget[field] ?? null);
  return fingerprintOf(guards(before ?? empty)) !== fingerprintOf(guards(after));
}

/** @throws `not_allowed` */
function assertMayGuard({ role }: AdminCaller): void {
  if (!allows([role], 'channels:configure')) throw notAllowed(role, 'admin');
}

/** Remembers of a widget that is deleted whether it had security fields, or forgets it when it is made again. */
async function noteGuarded(
  admin: Admin,
  caller: AdminCaller,
  widgetId: string,
  { isGuarded }: { readonly isGuarded: boolean },
): Promise<void> {
  const { records } = admin;
  const { tenantId } = caller;
  const sk = directoryKeys.guardedWidget(widgetId);
  const noted = await records.find(tenantId, sk);
  if (!isGuarded && noted) await records.remove(tenantId, sk, expectedOf(noted));
  if (!isGuarded || noted) return;
  await records.write(tenantId, { sk, attributes: madeBy(admin, caller) }, 'nothing');
}

/** @throws `invalid_body` that names what is not there */
async function assertWhole(admin: Admin, tenantId: string, widgetId: string, widget: Widget): Promise<void> {
  const { pointer } = await loadFlow(admin, tenantId, widget.flow);
  const { signing_secret, identity_secret } = widget;
  const named = Object.entries({ signing_secret, identity_secret }).filter(([, name]) => name !== undefined);
  const known = named.length > 0 ? await admin.secrets.reload(tenantId) : {};
  const problems = [
    ...(widget.id === widgetId ? [] : [{ path: 'id', message: `must be ${widgetId}, as the address says` }]),
    ...(pointer ? [] : [{ path: 'flow', message: `there is no published flow ${widget.flow}` }]),
    ...named.flatMap(([path, name = '']) =>
      known[name] ? [] : [{ path, message: `names the secret ${name}, which has no value` }],
    ),
  ];
  if (problems.length > 0) throw invalidBody('the widget names what is not there', problems);
}

async function writeOrigins({ records }: Admin, tenantId: string, widget: Widget): Promise<void> {
  await Promise.all(
    widget.allowed_origins.map((origin) => {
      const sk = directoryKeys.origin(widget.id, origin);
      const credential = directoryKeys.originCredential(origin);
      return records.write(tenantId, { sk, attributes: { document: origin, credential } }, 'nothing');
    }),
  );
}

const originsMost = 1_000;

async function removeOrigins(
  { records }: Admin,
  tenantId: string,
  widgetId: string,
  kept: readonly string[],
): Promise<void> {
  const stored = await records.list(tenantId, directoryKeys.origin(widgetId, ''), { limit: originsMost });
  const gone = stored.filter(({ attributes }) => !kept.includes(String(attributes.document)));
  await Promise.all(gone.map(({ sk, revision }) => records.remove(tenantId, sk, { revision })));
}

/**
 * A widget as the owner of one of its secrets, which the caller has read.
 * @throws `widget_not_found`, `secret_not_found`, `precondition_required`, `precondition_failed`
 */
export async function widgetSecret(
  admin: Admin,
  caller: AdminCaller,
  {
    widgetId,
    role: asked,
    ...preconditions
  }: Preconditions & { readonly widgetId: string; readonly role: string },
): Promise<SecretOwner<WidgetView>> {
  const { tenantId } = caller;
  const record = await admin.records.find(tenantId, directoryKeys.widget(widgetId));
  if (!record) throw new GatewayError('widget_not_found');
  const role = widgetSecretRoles.find((known) => known === asked);
  if (!role) throw secretNotFound('widgets', asked, widgetSecretRoles);
  const book = await loadSecretBook(admin, tenantId);
  assertMayWrite({ ...preconditions, ifNoneMatch: undefined }, record, book);
  const widget = readStoredWidget(record.attributes.document);
  const name = widget[role] ?? `widget:${widgetId}:${role}`;
  const { [role]: _, ...without } = widget;
  const named = { ...widget, [role]: name };
  const widgets = [...book.owners.widgets.filter(({ id }) => id !== widgetId), named];
  const changed = () => changedMeanwhile(admin, caller, widgetId);
  return {
    ...{ role, name, book },
    resource: { kind: 'widget', id: widgetId },
    isNamed: widget[role] === name,
    sharers: sharersOfWidget(book, widgetId, role, name),
    bookWhenNamed: { ...book, owners: { ...book.owners, widgets } },
    // No request is found by a widget's secret.
    assertFree: async () => undefined,
    writeNamed: (isToBe) =>
      writeDocument(admin, caller, { record, before: widget, after: isToBe ? named : without, changed }),
    async finish() {
      await admin.records.renewCacheVersion(tenantId);
      return readWidgetView(admin, caller, widgetId);
    },
    changedMeanwhile: changed,
  };
}
