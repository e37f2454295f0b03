import { auditQuery } from '../../contract/admin/audit.ts';
import { secretValue } from '../../contract/admin/channels.ts';
import { messagesQuery } from '../../contract/admin/conversations.ts';
import { labelsBody } from '../../contract/admin/labels.ts';
import { pageQuery } from '../../contract/admin/lists.ts';
import { handoffSettingsBody, newTenant, tenantPatch } from '../../contract/admin/tenants.ts';
import { widget } from '../../contract/directory.ts';
import { listAdmins } from '../../operations/admin/admin.ts';
import { listAudit } from '../../operations/admin/audit.ts';
import {
  listMessages,
  readConversation,
  traceMessageById,
} from '../../operations/admin/conversations/read-conversation.ts';
import {
  deleteSecret,
  endOverlap,
  type SecretOwner,
  setSecret,
} from '../../operations/admin/secrets/secrets.ts';
import { changeLabels, readLabels } from '../../operations/admin/tenants/labels.ts';
import {
  changeTenant,
  createTenant,
  listTenants,
  readTenant,
  setTenantStatus,
} from '../../operations/admin/tenants/tenants.ts';
import { changeHandoffSettings, readHandoffSettings } from '../../operations/admin/tenants/write-tenant.ts';
import { listWidgets, readWidget } from '../../operations/admin/widgets/read-widgets.ts';
import { deleteWidget, saveWidget, widgetSecret } from '../../operations/admin/widgets/save-widget.ts';
import {
  answers,
  creates,
  type Exchange,
  lists,
  named,
  opaqueCursor,
  parameter,
  pathOf,
  preconditionsOf,
  readBody,
  readListQuery,
  removes,
  type Serve,
  shows,
} from './exchange.ts';

type OwnerOf = (exchange: Exchange) => Promise<SecretOwner<unknown>>;

/** Sets a secret of the owner that the request names. */
export const setsSecret =
  (ownerOf: OwnerOf, schemaOf: (exchange: Exchange) => typeof secretValue = () => secretValue): Serve =>
  async (exchange) => {
    const { value } = readBody(exchange, schemaOf(exchange));
    return {
      status: 200,
      ...(await setSecret(exchange.admin, exchange.caller, await ownerOf(exchange), value)),
    };
  };

/** Deletes a secret of the owner that the request names, or ends its overlap. */
export const changesSecret =
  (change: typeof deleteSecret | typeof endOverlap, ownerOf: OwnerOf): Serve =>
  async (exchange) => ({
    status: 200,
    ...(await change(exchange.admin, exchange.caller, await ownerOf(exchange))),
  });

const widgetSecretOf: OwnerOf = (exchange) =>
  widgetSecret(exchange.admin, exchange.caller, named(exchange, 'widgetId', 'role'));

/** The handlers of the routes for widgets. */
export const widgetRoutes = {
  'list-widgets': lists(pageQuery, listWidgets),
  'read-widget': answers(readWidget, (exchange) => parameter(exchange, 'widgetId')),
  'save-widget': answers(saveWidget, (exchange) => ({
    ...named(exchange, 'widgetId'),
    widget: readBody(exchange, widget),
  })),
  'delete-widget': removes(deleteWidget, (exchange) => named(exchange, 'widgetId')),
  'set-widget-secret': setsSecret(widgetSecretOf),
  'delete-widget-secret': changesSecret(deleteSecret, widgetSecretOf),
  'end-widget-overlap': changesSecret(endOverlap, widgetSecretOf),
} as const satisfies Readonly<Record<string, Serve>>;

const conversationNamed = (exchange: Exchange) => ({
  tenantId: exchange.caller.tenantId,
  ...pathOf(exchange, 'conversationId'),
});

/** The handlers of the routes for conversations. */
export const conversationRoutes = {
  'read-conversation': async (exchange) => ({
    status: 200,
    body: await readConversation(exchange.admin, conversationNamed(exchange)),
  }),
  'list-messages': async (exchange) => {
    const query = await readListQuery(exchange, messagesQuery);
    const page = await listMessages(exchange.admin, { ...conversationNamed(exchange), ...query });
    return { status: 200, body: { ...page, cursor: await opaqueCursor(exchange, query, page.cursor) } };
  },
  'trace-message': async (exchange) => {
    const asked = { ...conversationNamed(exchange), ...pathOf(exchange, 'messageId') };
    return { status: 200, body: await traceMessageById(exchange.admin, asked) };
  },
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the routes for one's own tenant's handoff settings and labels. */
export const handoffSettingsRoutes = {
  'read-handoff-settings': answers(readHandoffSettings, () => undefined),
  'change-handoff-settings': answers(changeHandoffSettings, (exchange) => ({
    body: readBody(exchange, handoffSettingsBody),
    ...preconditionsOf(exchange),
  })),
  'read-labels': answers(readLabels, () => undefined),
  'change-labels': answers(changeLabels, (exchange) => ({
    body: readBody(exchange, labelsBody),
    ...preconditionsOf(exchange),
  })),
} as const satisfies Readonly<Record<string, Serve>>;

const setsStatus = (status: 'active' | 'suspended') =>
  answers(setTenantStatus, (exchange) => ({ ...named(exchange, 'tenantId'), status }));

/** The handlers of the routes for tenants. */
export const tenantRoutes = {
  'list-tenants': lists(pageQuery, (admin, _caller, query) => listTenants(admin, query)),
  'create-tenant': creates(createTenant, (exchange) => readBody(exchange, newTenant)),
  'read-tenant': answers(
    (admin, _caller, tenantId: string) => readTenant(admin, tenantId),
    (exchange) => parameter(exchange, 'tenantId'),
  ),
  'change-tenant': answers(changeTenant, (exchange) => ({
    ...named(exchange, 'tenantId'),
    patch: readBody(exchange, tenantPatch),
  })),
  'suspend-tenant': setsStatus('suspended'),
  'resume-tenant': setsStatus('active'),
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the audit log and of the list of admins. */
export const auditRoutes = {
  'list-admins': shows(listAdmins, () => undefined),
  'list-audit': lists(auditQuery, listAudit),
} as const satisfies Readonly<Record<string, Serve>>;
