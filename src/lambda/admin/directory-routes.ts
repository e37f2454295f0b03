import { auditQuery } from '../../contract/admin/audit.ts';
import { secretValue } from '../../contract/admin/channels.ts';
import { messagesQuery } from '../../contract/admin/conversations.ts';
import { labelsBody } from '../../contract/admin/labels.ts';
import { handoffSettingsBody, newTenant, tenantPatch, tenantsQuery } from '../../contract/admin/tenants.ts';
import { widgetsQuery } from '../../contract/admin/widgets.ts';
import { widget } from '../../contract/directory.ts';
import { listAdmins } from '../../operations/admin/admin.ts';
import { listAudit } from '../../operations/admin/audit.ts';
import {
  listMessages,
  readConversation,
  traceMessageById,
} from '../../operations/admin/conversations/read-conversation.ts';
import { deleteSecret, endOverlap, setSecret } from '../../operations/admin/secrets/secrets.ts';
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
  type Exchange,
  opaqueCursor,
  pageReply,
  parameter,
  preconditionsOf,
  readBody,
  readListQuery,
  type Serve,
} from './exchange.ts';

const widgetNamed = (exchange: Exchange) => ({
  widgetId: parameter(exchange, 'widgetId'),
  ...preconditionsOf(exchange),
});
const widgetSecretNamed = (exchange: Exchange) => ({
  ...widgetNamed(exchange),
  role: parameter(exchange, 'role'),
});
const tenantNamed = (exchange: Exchange) => ({
  tenantId: parameter(exchange, 'tenantId'),
  ...preconditionsOf(exchange),
});
const conversationNamed = (exchange: Exchange) => ({
  tenantId: exchange.caller.tenantId,
  conversationId: parameter(exchange, 'conversationId'),
});

/** The handlers of the routes for widgets. */
export const widgetRoutes = {
  'list-widgets': async (exchange) => {
    const query = await readListQuery(exchange, widgetsQuery);
    return pageReply(exchange, query, await listWidgets(exchange.admin, exchange.caller, query));
  },
  'read-widget': async (exchange) => ({
    status: 200,
    ...(await readWidget(exchange.admin, exchange.caller, parameter(exchange, 'widgetId'))),
  }),
  'save-widget': async (exchange) => {
    const named = { ...widgetNamed(exchange), widget: readBody(exchange, widget) };
    return { status: 200, ...(await saveWidget(exchange.admin, exchange.caller, named)) };
  },
  'delete-widget': async (exchange) => {
    await deleteWidget(exchange.admin, exchange.caller, widgetNamed(exchange));
    return { status: 204 };
  },
  'set-widget-secret': async (exchange) => {
    const { admin, caller } = exchange;
    const named = widgetSecretNamed(exchange);
    const { value } = readBody(exchange, secretValue);
    const owner = await widgetSecret(admin, caller, named);
    return { status: 200, ...(await setSecret(admin, caller, owner, value)) };
  },
  'delete-widget-secret': async (exchange) => {
    const { admin, caller } = exchange;
    const owner = await widgetSecret(admin, caller, widgetSecretNamed(exchange));
    return { status: 200, ...(await deleteSecret(admin, caller, owner)) };
  },
  'end-widget-overlap': async (exchange) => {
    const { admin, caller } = exchange;
    const owner = await widgetSecret(admin, caller, widgetSecretNamed(exchange));
    return { status: 200, ...(await endOverlap(admin, caller, owner)) };
  },
} as const satisfies Readonly<Record<string, Serve>>;

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
    const named = { ...conversationNamed(exchange), messageId: parameter(exchange, 'messageId') };
    return { status: 200, body: await traceMessageById(exchange.admin, named) };
  },
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the routes for one's own tenant's handoff settings and labels. */
export const handoffSettingsRoutes = {
  'read-handoff-settings': async (exchange) => ({
    status: 200,
    ...(await readHandoffSettings(exchange.admin, exchange.caller)),
  }),
  'change-handoff-settings': async (exchange) => {
    const named = { body: readBody(exchange, handoffSettingsBody), ...preconditionsOf(exchange) };
    return { status: 200, ...(await changeHandoffSettings(exchange.admin, exchange.caller, named)) };
  },
  'read-labels': async (exchange) => ({
    status: 200,
    ...(await readLabels(exchange.admin, exchange.caller)),
  }),
  'change-labels': async (exchange) => {
    const named = { body: readBody(exchange, labelsBody), ...preconditionsOf(exchange) };
    return { status: 200, ...(await changeLabels(exchange.admin, exchange.caller, named)) };
  },
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the routes for tenants. */
export const tenantRoutes = {
  'list-tenants': async (exchange) => {
    const query = await readListQuery(exchange, tenantsQuery);
    return pageReply(exchange, query, await listTenants(exchange.admin, query));
  },
  'create-tenant': async (exchange) => ({
    status: 201,
    ...(await createTenant(exchange.admin, exchange.caller, readBody(exchange, newTenant))),
  }),
  'read-tenant': async (exchange) => ({
    status: 200,
    ...(await readTenant(exchange.admin, parameter(exchange, 'tenantId'))),
  }),
  'change-tenant': async (exchange) => {
    const named = { ...tenantNamed(exchange), patch: readBody(exchange, tenantPatch) };
    return { status: 200, ...(await changeTenant(exchange.admin, exchange.caller, named)) };
  },
  'suspend-tenant': async (exchange) => {
    const named = { ...tenantNamed(exchange), status: 'suspended' as const };
    return { status: 200, ...(await setTenantStatus(exchange.admin, exchange.caller, named)) };
  },
  'resume-tenant': async (exchange) => {
    const named = { ...tenantNamed(exchange), status: 'active' as const };
    return { status: 200, ...(await setTenantStatus(exchange.admin, exchange.caller, named)) };
  },
} as const satisfies Readonly<Record<string, Serve>>;

/** The handlers of the audit log and of the list of admins. */
export const auditRoutes = {
  'list-admins': async ({ admin, caller }) => ({ status: 200, body: await listAdmins(admin, caller) }),
  'list-audit': async (exchange) => {
    const query = await readListQuery(exchange, auditQuery);
    return pageReply(exchange, query, await listAudit(exchange.admin, exchange.caller, query));
  },
} as const satisfies Readonly<Record<string, Serve>>;
