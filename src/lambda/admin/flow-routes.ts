import { draftReplay, draftTest, editorPresence, newTestLink } from '../../contract/admin/drafts.ts';
import {
  canaryEnd,
  draftContent,
  flowsQuery,
  newFlow,
  publication,
  rollback,
} from '../../contract/admin/flows.ts';
import { readFlowResources, validateDraft } from '../../operations/admin/flows/check-draft.ts';
import { deleteFlow } from '../../operations/admin/flows/delete-flow.ts';
import { createFlow, readDraft, saveDraft } from '../../operations/admin/flows/drafts.ts';
import { endCanary, rollBackFlow } from '../../operations/admin/flows/move-live.ts';
import { noteEditor } from '../../operations/admin/flows/note-editor.ts';
import { publishFlow } from '../../operations/admin/flows/publish-flow.ts';
import { listFlows, listVersions, readFlow, readVersion } from '../../operations/admin/flows/read-flows.ts';
import { replayDraft } from '../../operations/admin/flows/replay-draft.ts';
import { testDraft } from '../../operations/admin/flows/test-draft.ts';
import { createTestLink, listTestLinks, revokeTestLink } from '../../operations/test-chat/test-links.ts';
import {
  type Exchange,
  pageReply,
  parameter,
  preconditionsOf,
  readBody,
  readListQuery,
  type Serve,
} from './exchange.ts';

const flowIdOf = (exchange: Exchange) => parameter(exchange, 'flowId');

/** The handlers of the routes for flows. */
export const flowRoutes = {
  'list-flows': async (exchange) => {
    const query = await readListQuery(exchange, flowsQuery);
    return pageReply(exchange, query, await listFlows(exchange.admin, exchange.caller, query));
  },
  'read-flow-resources': async ({ admin, caller }) => ({
    status: 200,
    body: await readFlowResources(admin, caller),
  }),
  'create-flow': async (exchange) => ({
    status: 201,
    ...(await createFlow(exchange.admin, exchange.caller, readBody(exchange, newFlow))),
  }),
  'read-flow': async (exchange) => ({
    status: 200,
    ...(await readFlow(exchange.admin, exchange.caller, flowIdOf(exchange))),
  }),
  'delete-flow': async (exchange) => {
    const named = { flowId: flowIdOf(exchange), ...preconditionsOf(exchange) };
    await deleteFlow(exchange.admin, exchange.caller, named);
    return { status: 204 };
  },
  'read-draft': async (exchange) => ({
    status: 200,
    ...(await readDraft(exchange.admin, exchange.caller, flowIdOf(exchange))),
  }),
  'save-draft': async (exchange) => {
    const content = readBody(exchange, draftContent);
    const named = { flowId: flowIdOf(exchange), content, ...preconditionsOf(exchange) };
    return { status: 200, ...(await saveDraft(exchange.admin, exchange.caller, named)) };
  },
  'note-editor': async (exchange) => {
    const noted = { flowId: flowIdOf(exchange), ...readBody(exchange, editorPresence) };
    return { status: 200, body: await noteEditor(exchange.admin, exchange.caller, noted) };
  },
  'validate-draft': async (exchange) => ({
    status: 200,
    ...(await validateDraft(exchange.admin, exchange.caller, flowIdOf(exchange))),
  }),
  'test-draft': async (exchange) => {
    const test = readBody(exchange, draftTest);
    const tested = await testDraft(exchange.admin, exchange.caller, { flowId: flowIdOf(exchange), test });
    return { status: 200, ...tested };
  },
  'replay-draft': async (exchange) => {
    const replay = readBody(exchange, draftReplay);
    const replayed = await replayDraft(exchange.admin, exchange.caller, {
      flowId: flowIdOf(exchange),
      replay,
    });
    return { status: 200, ...replayed };
  },
  'list-versions': async (exchange) => {
    const query = await readListQuery(exchange, flowsQuery);
    const asked = { flowId: flowIdOf(exchange), ...query };
    return pageReply(exchange, query, await listVersions(exchange.admin, exchange.caller, asked));
  },
  'read-version': async (exchange) => {
    const named = { flowId: flowIdOf(exchange), version: parameter(exchange, 'version') };
    return { status: 200, ...(await readVersion(exchange.admin, exchange.caller, named)) };
  },
  'publish-flow': async (exchange) => {
    const asked = {
      flowId: flowIdOf(exchange),
      ...readBody(exchange, publication),
      ...preconditionsOf(exchange),
    };
    return { status: 200, ...(await publishFlow(exchange.admin, exchange.caller, asked)) };
  },
  'roll-back-flow': async (exchange) => {
    const asked = {
      flowId: flowIdOf(exchange),
      ...readBody(exchange, rollback),
      ...preconditionsOf(exchange),
    };
    return { status: 200, ...(await rollBackFlow(exchange.admin, exchange.caller, asked)) };
  },
  'end-canary': async (exchange) => {
    const asked = {
      flowId: flowIdOf(exchange),
      ...readBody(exchange, canaryEnd),
      ...preconditionsOf(exchange),
    };
    return { status: 200, ...(await endCanary(exchange.admin, exchange.caller, asked)) };
  },
  'list-test-links': async (exchange) => ({
    status: 200,
    body: await listTestLinks(exchange.admin, exchange.caller, flowIdOf(exchange)),
  }),
  'create-test-link': async (exchange) => {
    const asked = { flowId: flowIdOf(exchange), ...readBody(exchange, newTestLink) };
    const body = await createTestLink(exchange.admin, exchange.caller, asked);
    // Claims are kept for a day: the token is not among what they remember.
    return { status: 201, body, again: { ...body, token: null } };
  },
  'revoke-test-link': async (exchange) => {
    const named = { flowId: flowIdOf(exchange), linkId: parameter(exchange, 'linkId') };
    await revokeTestLink(exchange.admin, exchange.caller, named);
    return { status: 204 };
  },
} as const satisfies Readonly<Record<string, Serve>>;
