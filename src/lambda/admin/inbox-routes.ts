import {
  assignBody,
  closeBody,
  handoffsQuery,
  inboxQuery,
  noteBody,
  type ReplyAnswer,
  replyBody,
  returnBody,
  takeBody,
  typingBody,
} from '../../contract/admin/handoffs.ts';
import { type TriageAnswer, triageBody } from '../../contract/admin/labels.ts';
import type { InboxOperation } from '../../contract/admin/routes.ts';
import { templatesQuery } from '../../contract/admin/texts.ts';
import { uploadRequest } from '../../contract/files.ts';
import { allows } from '../../contract/roles.ts';
import { handoffRowOf, windowEndsAtMs } from '../../domain/agent-turn.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { GatewayError, invalidHeader } from '../../domain/errors.ts';
import { handoffOf, principalOf } from '../../domain/handoff.ts';
import { isOfSame } from '../../domain/handoff-preconditions.ts';
import { notOwner } from '../../domain/problems.ts';
import { readQuery } from '../../http/request.ts';
import type { Changer } from '../../operations/admin/admin.ts';
import { audited } from '../../operations/admin/audit.ts';
import { hashOf } from '../../operations/derive-id.ts';
import { withFiles } from '../../operations/files/read-address.ts';
import {
  type AgentFilesPorts,
  readAgentUpload,
  requestAgentUpload,
} from '../../operations/handoff/agent-files.ts';
import { agentReplyOf } from '../../operations/handoff/agent-reply.ts';
import { assignHandoff } from '../../operations/handoff/assign-handoff.ts';
import { closeHandoff } from '../../operations/handoff/close-handoff.ts';
import { type ListPorts, listHandoffs } from '../../operations/handoff/list-handoffs.ts';
import { listTeammates } from '../../operations/handoff/list-teammates.ts';
import { type InboxPorts, pollInbox } from '../../operations/handoff/poll-inbox.ts';
import { replyToVisitor } from '../../operations/handoff/reply-to-visitor.ts';
import { returnHandoff } from '../../operations/handoff/return-handoff.ts';
import { type AttentionPorts, showAttention } from '../../operations/handoff/show-attention.ts';
import { type TakePorts, takeHandoff } from '../../operations/handoff/take-handoff.ts';
import { triageConversation } from '../../operations/handoff/triage-conversation.ts';
import { viewHandoff } from '../../operations/handoff/view-handoff.ts';
import { writeNote } from '../../operations/handoff/write-note.ts';
import { listTemplates, type TemplatePorts } from '../../operations/templates/read-templates.ts';
import type { AgentPorts, AgentRequest, Done } from '../../operations/turn/change-as-agent.ts';
import type { DirectoryRecords } from '../../ports/directory-writer.ts';
import {
  type AdminFrame,
  type Exchange,
  opaqueCursor,
  pageReply,
  parameter,
  pathOf,
  type Reply,
  readBody,
  readListQuery,
} from './exchange.ts';

/** What the routes for handoffs use. */
export type InboxRoutesPorts = AgentFilesPorts &
  Omit<AdminFrame, 'directory'> &
  TakePorts &
  ListPorts &
  InboxPorts &
  TemplatePorts &
  AttentionPorts & { readonly records: DirectoryRecords };
type InboxExchange = Exchange<InboxRoutesPorts, Changer>;

async function answerOf({ admin }: InboxExchange, { stored, marking }: Done): Promise<Reply> {
  const { handoff, etag } = await viewHandoff(admin, stored);
  return { status: 200, body: { handoff }, etag, beside: marking };
}

/** A change of who has a conversation, with its entry in the audit log. */
async function changed(
  exchange: InboxExchange,
  action: 'take' | 'assign' | 'return' | 'close',
  make: (request: AgentRequest) => Promise<Done>,
): Promise<Reply> {
  const request = await requestOf(exchange);
  const resource = { kind: 'conversation', id: request.conversationId };
  const change = { action: `handoff.${action}`, resource };
  const done = await audited(exchange.admin, exchange.caller, change, () => make(request));
  return answerOf(exchange, done);
}

type FilesExchange = Exchange<AgentFilesPorts, Changer>;

const namedIn = (exchange: FilesExchange) => ({
  tenantId: exchange.caller.tenantId,
  userId: exchange.caller.id,
  conversationId: parameter(exchange, 'conversationId'),
});

/** The handlers of agents' files. */
const inboxFileRoutes = {
  'request-desk-upload': async (exchange: FilesExchange): Promise<Reply> => ({
    status: 201,
    body: await requestAgentUpload(exchange.admin, namedIn(exchange), readBody(exchange, uploadRequest)),
  }),
  'read-desk-upload': async (exchange: FilesExchange): Promise<Reply> => ({
    status: 200,
    body: await readAgentUpload(exchange.admin, namedIn(exchange), parameter(exchange, 'fileId')),
  }),
};

/** The handlers of the routes for handoffs. */
export const inboxRoutes: Readonly<Record<InboxOperation, (exchange: InboxExchange) => Promise<Reply>>> = {
  'list-handoffs': async (exchange) => {
    const query = await readListQuery(exchange, handoffsQuery);
    const { tenantId } = exchange.caller;
    const userId = principalOf(await ownerOf(exchange));
    return pageReply(exchange, query, await listHandoffs(exchange.admin, { ...query, tenantId, userId }));
  },
  'list-templates': async (exchange) => {
    const query = await readListQuery(exchange, templatesQuery);
    const { tenantId } = exchange.caller;
    const account = { tenantId, ...pathOf(exchange, 'channel', 'accountId') };
    const page = await listTemplates(exchange.admin, account, query);
    return { status: 200, body: { ...page, cursor: await opaqueCursor(exchange, query, page.cursor) } };
  },
  'list-colleagues': async ({ admin, caller }) => ({
    status: 200,
    body: { items: await listTeammates(admin, caller.tenantId) },
  }),
  'read-handoff': async (exchange) => {
    const { admin, caller } = exchange;
    const stored = await admin.conversations.find(caller.tenantId, parameter(exchange, 'conversationId'));
    if (!stored || isErased(stored)) throw new GatewayError('conversation_not_found');
    const { handoff, etag } = await viewHandoff(admin, stored);
    return { status: 200, body: { handoff }, etag };
  },
  'take-handoff': (exchange) => {
    const { takeOver = false } = readBody(exchange, takeBody);
    return changed(exchange, 'take', (request) => takeHandoff(exchange.admin, { ...request, takeOver }));
  },
  'reply-to-visitor': async (exchange) => {
    const { seenSeq, ...content } = readBody(exchange, replyBody);
    const request = await requestOf(exchange);
    const { text = '', choices, canned, template, files } = content;
    const isPlain = !canned && !template && !files;
    const reply = isPlain ? { text, choices } : await agentReplyOf(exchange.admin, request, content);
    const { stored, message, marking } = await replyToVisitor(exchange.admin, { ...request, reply });
    const { handoff, etag } = await viewHandoff(exchange.admin, stored);
    const windowEnds = windowEndsAtMs(stored);
    const [shown = message] = message.attachments
      ? await withFiles(exchange.admin, request.tenantId, [message])
      : [message];
    const body: ReplyAnswer = {
      message: shown,
      handoff,
      missed: seenSeq === undefined ? 0 : Math.max(0, message.seq - 1 - seenSeq),
      delivery: stored.channel === 'webchat' ? 'stored' : 'queued',
      ...(windowEnds !== null && { windowEndsAt: new Date(windowEnds).toISOString() }),
    };
    return { status: 201, body, etag, beside: marking };
  },
  ...inboxFileRoutes,
  'note-for-colleagues': async (exchange) => {
    const note = readBody(exchange, noteBody);
    const { entry, marking } = await writeNote(exchange.admin, { ...(await requestOf(exchange)), note });
    return { status: 201, body: entry, beside: marking };
  },
  'poll-inbox': async (exchange) => {
    const { cursor, watch, after, wait, typing, away } = readQuery(exchange.request, inboxQuery);
    const { tenantId, id: userId } = exchange.caller;
    const watched =
      watch === undefined ? null : { conversationId: watch, after: after ?? null, typing: typing === '1' };
    const asked = {
      tenantId,
      userId,
      cursor: cursor ?? null,
      watched,
      waits: wait !== '0',
      isAway: away === '1',
    };
    return { status: 200, body: await pollInbox(exchange.admin, asked) };
  },
  'tell-typing': async (exchange) => {
    const { on, seen = false } = readBody(exchange, typingBody);
    const { admin, caller } = exchange;
    const name = { tenantId: caller.tenantId, conversationId: parameter(exchange, 'conversationId') };
    const stored = await admin.conversations.find(name.tenantId, name.conversationId);
    if (!stored || isErased(stored)) throw new GatewayError('conversation_not_found');
    const live = handoffOf(stored);
    if (!live || !isOfSame(live.owner, await ownerOf(exchange))) throw notOwner(live?.owner ?? null);
    await Promise.all([
      admin.typing.note(name, 'agent', on),
      (on || seen) && showAttention(admin, stored, live, { isTyping: on }),
    ]);
    return { status: 204 };
  },
  'assign-handoff': (exchange) => {
    const assigned = readBody(exchange, assignBody);
    return changed(exchange, 'assign', (request) =>
      assignHandoff(exchange.admin, { ...request, ...assigned }),
    );
  },
  'return-handoff': (exchange) => {
    const way = readBody(exchange, returnBody);
    return changed(exchange, 'return', (request) => returnHandoff(exchange.admin, { ...request, way }));
  },
  'close-handoff': (exchange) => {
    const parting = readBody(exchange, closeBody);
    return changed(exchange, 'close', (request) => closeHandoff(exchange.admin, { ...request, parting }));
  },
  'triage-conversation': async (exchange) => {
    const change = readBody(exchange, triageBody);
    const request = await requestOf(exchange);
    const { stored, marking } = await triageConversation(exchange.admin, { ...request, change });
    const { labels = [], priority = 'none' } = stored;
    const body: TriageAnswer = { labels: [...labels], priority, handoff: handoffRowOf(stored) };
    return { status: 200, body, beside: marking };
  },
};

/** A reply is what an agent waits for: its conversation is read beside the claim of its key. */
export const inboxPreloads = {
  'reply-to-visitor': (exchange: InboxExchange) =>
    exchange.admin.conversations.find(exchange.caller.tenantId, parameter(exchange, 'conversationId')),
};

/** A request of an agent: a user, or a system with an API key. */
type SenderExchange = Exchange<Pick<AgentPorts, 'directory'>, Changer>;

/** The caller, the conversation, and the state that they have read; once per idempotency key. */
async function requestOf(exchange: SenderExchange): Promise<AgentRequest> {
  const { caller, request } = exchange;
  const key = request.headers['idempotency-key'];
  if (key === undefined) throw invalidHeader('Idempotency-Key is missing', 'missing_header');
  const conversationId = parameter(exchange, 'conversationId');
  const owner = await ownerOf(exchange);
  const isAdmin = caller.role !== 'service' && allows([caller.role], 'users:manage');
  return {
    tenantId: caller.tenantId,
    conversationId,
    ifMatch: request.headers['if-match'],
    caller: { owner, isAdmin },
    turnId: `desk-${hashOf('desk', caller.tenantId, conversationId, caller.id, key)}`,
    correlationId: caller.correlationId,
    baseUrl: request.baseUrl,
    triedSinceMs: exchange.triedSinceMs,
    preloaded: exchange.preloaded as AgentRequest['preloaded'],
    marksBeside: true,
  };
}

/** The agent as visitors see them: with the name they entered, otherwise the tenant's; never an email address. */
async function ownerOf({ admin, caller }: SenderExchange): Promise<AgentRequest['caller']['owner']> {
  const { id, tenantId } = caller;
  const name = caller.name ?? (await admin.directory.findTenant(tenantId))?.name ?? tenantId;
  return { kind: caller.role === 'service' ? 'service' : 'user', id, name };
}
