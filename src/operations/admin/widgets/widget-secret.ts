import { type WidgetView, widgetSecretRoles } from '../../../contract/admin/widgets.ts';
import { readStoredWidget } from '../../../contract/stored-directory.ts';
import { SecretNotFoundError } from '../../../domain/admin-errors.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { WidgetNotFoundError } from '../../../domain/errors.ts';
import type { Admin, AdminCaller } from '../admin.ts';
import type { Preconditions } from '../preconditions.ts';
import { loadSecretBook } from '../secrets/secret-book.ts';
import { type SecretOwner, writeDocument } from '../secrets/secret-owner.ts';
import { readWidgetView, sharersOfWidget } from './read-widgets.ts';
import { assertMayWrite, changedMeanwhile } from './widget-preconditions.ts';

/**
 * A widget as the owner of one of its secrets, which the caller has read.
 * @throws WidgetNotFoundError, SecretNotFoundError, PreconditionRequiredError, PreconditionFailedError
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
  if (!record) throw new WidgetNotFoundError();
  const role = widgetSecretRoles.find((known) => known === asked);
  if (!role) throw new SecretNotFoundError('widgets', asked, widgetSecretRoles);
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
      await admin.records.stamp(tenantId);
      return readWidgetView(admin, caller, widgetId);
    },
    changedMeanwhile: changed,
  };
}
