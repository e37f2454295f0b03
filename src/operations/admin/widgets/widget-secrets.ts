import {
  type WidgetSecretRole,
  type WidgetView,
  widgetSecretRoles,
} from '../../../contract/admin/widgets.ts';
import type { Widget } from '../../../contract/directory.ts';
import { readStoredWidget } from '../../../contract/stored-directory.ts';
import { InUseError, SecretNotFoundError } from '../../../domain/admin-errors.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { WidgetNotFoundError } from '../../../domain/errors.ts';
import type { DirectoryRecord } from '../../../ports/directory-records.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import { loadSecretBook, type SecretBook } from '../channels/channel-records.ts';
import { dropValues, noteSecret, withValue } from '../channels/secret-values.ts';
import { expectedOf } from '../flows/flow-records.ts';
import type { Preconditions } from '../preconditions.ts';
import { readWidgetView, sharersOfWidget } from './read-widgets.ts';
import { assertMayWrite, changedMeanwhile } from './widget-preconditions.ts';

type NamedSecret = Preconditions & { readonly widgetId: string; readonly role: string };

interface Loaded {
  readonly record: DirectoryRecord;
  readonly widget: Widget;
  readonly book: SecretBook;
  readonly role: WidgetSecretRole;
  readonly name: string;
  readonly sharers: ReturnType<typeof sharersOfWidget>;
}

/**
 * Sets the value of a widget's secret; what verified until now goes on verifying until its overlap is ended.
 * @throws WidgetNotFoundError, SecretNotFoundError, PreconditionRequiredError, PreconditionFailedError
 */
export async function setWidgetSecret(
  admin: Admin,
  caller: AdminCaller,
  { value, ...asked }: NamedSecret & { readonly value: string },
): Promise<Answer<WidgetView>> {
  const loaded = await load(admin, caller, asked);
  const { widget, book, role, name, sharers } = loaded;
  const isNamed = widget[role] === name;
  const was = isNamed && book.values.verifying[name] ? 'set' : null;
  const change = changed('widget.set-secret', loaded, { before: was, after: was ? 'set anew' : 'set' });
  return audited(admin, caller, change, async () => {
    await note(admin, caller, loaded);
    // What a widget of this name left behind must not speak for this one.
    if (!isNamed && sharers.length === 0)
      await dropValues(admin, caller.tenantId, [name, `${name}_previous`]);
    const named = { ...widget, [role]: name };
    const widgets = [...book.owners.widgets.filter(({ id }) => id !== widget.id), named];
    const renamed = { ...book, owners: { ...book.owners, widgets } };
    await admin.secretStore.change(caller.tenantId, (stored) =>
      withValue(stored, { book: renamed, name, value }),
    );
    return done(admin, caller, loaded, named);
  });
}

/**
 * Takes a widget's secret away, and what still verifies of it: nothing need be signed any more.
 * @throws WidgetNotFoundError, SecretNotFoundError, PreconditionRequiredError, PreconditionFailedError
 * @throws InUseError when others have the same value
 */
export async function deleteWidgetSecret(
  admin: Admin,
  caller: AdminCaller,
  asked: NamedSecret,
): Promise<Answer<WidgetView>> {
  const loaded = await load(admin, caller, asked);
  const { widget, role, name, sharers } = loaded;
  if (sharers.length > 0) throw new InUseError('secret', `${widget.id}/${role}`, sharers);
  const { [role]: _, ...without } = widget;
  const change = changed('widget.delete-secret', loaded, { before: 'set', after: null });
  return audited(admin, caller, change, async () => {
    await note(admin, caller, loaded);
    // First the name: a request must not be refused for a secret that is gone.
    const answer = await done(admin, caller, loaded, without);
    await dropValues(admin, caller.tenantId, [name, `${name}_previous`]);
    return answer;
  });
}

/**
 * Ends the overlap of a rotation: the value before verifies no more.
 * @throws WidgetNotFoundError, SecretNotFoundError, PreconditionRequiredError, PreconditionFailedError
 */
export async function endWidgetOverlap(
  admin: Admin,
  caller: AdminCaller,
  asked: NamedSecret,
): Promise<Answer<WidgetView>> {
  const loaded = await load(admin, caller, asked);
  const change = changed('widget.end-overlap', loaded, { before: 'set', after: null }, '_previous');
  return audited(admin, caller, change, async () => {
    await note(admin, caller, loaded, 'keeping who set it');
    await dropValues(admin, caller.tenantId, [`${loaded.name}_previous`]);
    return done(admin, caller, loaded, loaded.widget);
  });
}

async function load(
  admin: Admin,
  { tenantId }: AdminCaller,
  { widgetId, role: asked, ...preconditions }: NamedSecret,
): Promise<Loaded> {
  const record = await admin.records.find(tenantId, directoryKeys.widget(widgetId));
  if (!record) throw new WidgetNotFoundError();
  const role = widgetSecretRoles.find((known) => known === asked);
  if (!role) throw new SecretNotFoundError('widgets', asked, widgetSecretRoles);
  const book = await loadSecretBook(admin, tenantId);
  assertMayWrite({ ...preconditions, ifNoneMatch: undefined }, record, book);
  const widget = readStoredWidget(record.attributes.document);
  const name = widget[role] ?? `widget:${widgetId}:${role}`;
  return { record, widget, book, role, name, sharers: sharersOfWidget(book, widgetId, role, name) };
}

function changed(
  action: string,
  { widget, role }: Loaded,
  change: { readonly before: string | null; readonly after: string | null },
  which = '',
) {
  const changes = [{ path: `secrets.${role}${which}`, ...change }];
  return { action, resource: { kind: 'widget', id: widget.id }, changes };
}

/** @throws PreconditionFailedError */
async function note(
  admin: Admin,
  caller: AdminCaller,
  { book, name, widget }: Loaded,
  who?: 'keeping who set it',
): Promise<void> {
  if (!(await noteSecret(admin, caller, { book, name, ...(who && { who }) })))
    throw await changedMeanwhile(admin, caller, widget.id);
}

/** Writes the widget where it names another secret now, and tells every process. @throws PreconditionFailedError */
async function done(
  admin: Admin,
  caller: AdminCaller,
  { record, widget: before }: Loaded,
  widget: Widget,
): Promise<Answer<WidgetView>> {
  const { tenantId, id, email } = caller;
  if (JSON.stringify(widget) !== JSON.stringify(before)) {
    const at = new Date(admin.nowMs()).toISOString();
    const attributes = { ...record.attributes, document: widget, by: { id, email }, at };
    if ((await admin.records.write(tenantId, { sk: record.sk, attributes }, expectedOf(record))) === null)
      throw await changedMeanwhile(admin, caller, widget.id);
  }
  await admin.records.stamp(tenantId);
  return readWidgetView(admin, caller, widget.id);
}
