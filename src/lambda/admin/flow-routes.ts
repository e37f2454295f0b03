import { draftReplay, draftTest, editorPresence, newTestLink } from '../../contract/admin/drafts.ts';
import { canaryEnd, draftContent, newFlow, publication, rollback } from '../../contract/admin/flows.ts';
import { pageQuery } from '../../contract/admin/lists.ts';
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
  answers,
  creates,
  type Exchange,
  lists,
  named,
  parameter,
  pathOf,
  readBody,
  removes,
  type Serve,
  shows,
} from './exchange.ts';

const flowIdOf = (exchange: Exchange) => parameter(exchange, 'flowId');

/** The handlers of the routes for flows. */
export const flowRoutes = {
  'list-flows': lists(pageQuery, listFlows),
  'read-flow-resources': shows(readFlowResources, () => undefined),
  'create-flow': creates(createFlow, (exchange) => readBody(exchange, newFlow)),
  'read-flow': answers(readFlow, flowIdOf),
  'delete-flow': removes(deleteFlow, (exchange) => named(exchange, 'flowId')),
  'read-draft': answers(readDraft, flowIdOf),
  'save-draft': answers(saveDraft, (exchange) => ({
    ...named(exchange, 'flowId'),
    content: readBody(exchange, draftContent),
  })),
  'note-editor': shows(noteEditor, (exchange) => ({
    ...pathOf(exchange, 'flowId'),
    ...readBody(exchange, editorPresence),
  })),
  'validate-draft': answers(validateDraft, flowIdOf),
  'test-draft': answers(testDraft, (exchange) => ({
    ...pathOf(exchange, 'flowId'),
    test: readBody(exchange, draftTest),
  })),
  'replay-draft': answers(replayDraft, (exchange) => ({
    ...pathOf(exchange, 'flowId'),
    replay: readBody(exchange, draftReplay),
  })),
  'list-versions': lists(pageQuery, listVersions, 'flowId'),
  'read-version': answers(readVersion, (exchange) => pathOf(exchange, 'flowId', 'version')),
  'publish-flow': answers(publishFlow, (exchange) => ({
    ...named(exchange, 'flowId'),
    ...readBody(exchange, publication),
  })),
  'roll-back-flow': answers(rollBackFlow, (exchange) => ({
    ...named(exchange, 'flowId'),
    ...readBody(exchange, rollback),
  })),
  'end-canary': answers(endCanary, (exchange) => ({
    ...named(exchange, 'flowId'),
    ...readBody(exchange, canaryEnd),
  })),
  'list-test-links': shows(listTestLinks, flowIdOf),
  'create-test-link': async (exchange) => {
    const asked = { ...pathOf(exchange, 'flowId'), ...readBody(exchange, newTestLink) };
    const body = await createTestLink(exchange.admin, exchange.caller, asked);
    // Claims are kept for a day: the token is not among what they remember.
    return { status: 201, body, again: { ...body, token: null } };
  },
  'revoke-test-link': removes(revokeTestLink, (exchange) => pathOf(exchange, 'flowId', 'linkId')),
} as const satisfies Readonly<Record<string, Serve>>;
