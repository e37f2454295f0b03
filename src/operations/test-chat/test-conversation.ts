import * as z from 'zod/mini';
import type { FormAResponse } from '../../contract/forms.ts';
import { type FormARequest, formARequest } from '../../contract/forms.ts';
import { inWords, problemsOf } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import type { LogMessage, PollResponse } from '../../contract/poll.ts';
import { queueHoursOf } from '../../contract/queues.ts';
import type { ConversationStatus } from '../../contract/vocabulary.ts';
import {
  DedupConflict,
  GatewayError,
  invalidBody,
  TemporarilyUnavailableError,
} from '../../domain/errors.ts';
import { newMessageId, placeMessageId } from '../../domain/message-ids.ts';
import type { Setting } from '../../engine/flow-script.ts';
import { collectSampleAnswers } from '../../engine/sample-answers.ts';
import { replyIdsAfter } from '../../engine/step-context.ts';
import { checkDraft, findCalled } from '../admin/flows/check-draft.ts';
import { draftContentOf } from '../admin/flows/flow-records.ts';
import { deriveId, fingerprintOf, hashOf, randomId } from '../derive-id.ts';
import { loggedReply } from '../turn/committed-turn.ts';
import { type FoundTestLink, findTestLink, type TestChatPorts } from './find-test-link.ts';
import { playTestTurn, type TestReply } from './play-test-turn.ts';
import type { TestSession, TestTurn, TriedFlow } from './test-session.ts';
import { testTexts } from './test-texts.ts';

/** A message to a draft, as it was sent. */
export interface TestPost {
  readonly token: string;
  readonly sessionId: string;
  readonly idempotencyKey: string | null;
  readonly body: unknown;
}

/** An answer, and whether it is that of an earlier request. */
interface TestAnswer {
  readonly body: FormAResponse;
  readonly isRepeat: boolean;
}

const attempts = 3;

/**
 * Answers a message to a draft. Nothing of it reaches conversations, events, reports or agents.
 * @throws `test_link_not_found`, `invalid_body`, `conversation_not_found`, `test_limit_reached`, DedupConflict
 * @throws TemporarilyUnavailableError when others keep writing in the same chat
 */
export async function postTestMessage(ports: TestChatPorts, post: TestPost): Promise<TestAnswer> {
  const found = await findTestLink(ports, post.token);
  const form = readForm(post.body);
  const conversationId = form.conversationId ?? (await idOf(ports, found, post));
  const fingerprint = fingerprintOf(form);
  let isCounted = false;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { session, revision } = await loadSession(ports, found, { post, form, conversationId });
    const before = session.turns.find(({ key }) => key !== null && key === post.idempotencyKey);
    if (before) {
      if (before.fingerprint !== fingerprint) throw new DedupConflict();
      return { body: answerOf(conversationId, session, before), isRepeat: true };
    }
    if (!isCounted) await count(ports, found, revision === 0);
    isCounted = true;
    const after = await withTurn(ports, found, { session, form, key: post.idempotencyKey, fingerprint });
    const saved = await ports.sessions.save({ tenantId: found.tenant.id, conversationId }, after, revision);
    if (saved === 'full')
      throw new GatewayError('test_limit_reached', 'this chat is too long; start a new one', { status: 403 });
    const turn = after.turns.at(-1);
    if (saved === 'saved' && turn) return { body: answerOf(conversationId, after, turn), isRepeat: false };
  }
  throw new TemporarilyUnavailableError();
}

/**
 * Returns the messages of a test chat after one of them.
 * @throws `test_link_not_found`, `conversation_not_found`
 */
export async function pollTestConversation(
  ports: TestChatPorts,
  {
    token,
    sessionId,
    conversationId,
    after,
  }: Omit<TestPost, 'body' | 'idempotencyKey'> & {
    readonly conversationId: string;
    readonly after: string | null;
  },
): Promise<PollResponse> {
  const found = await findTestLink(ports, token);
  const stored = await ports.sessions.find(found.tenant.id, conversationId);
  if (!stored || !isOwn(stored.session, found, sessionId)) throw new GatewayError('conversation_not_found');
  const { session } = stored;
  const news = session.log.filter(({ id }) => after === null || id > after);
  const messages = news.slice(0, limits.pollMessages);
  return {
    conversationId,
    status: statusOf(session),
    messages,
    after: messages.at(-1)?.id ?? after ?? session.log.at(-1)?.id ?? null,
    next: news.length > messages.length ? 'now' : null,
    handoff: null,
  };
}

function readForm(body: unknown): FormARequest {
  const parsed = z.safeParse(formARequest, body, { error: inWords });
  if (!parsed.success) throw invalidBody('the body is not what this route takes', problemsOf(parsed.error));
  if (parsed.data.content.attachments?.length) throw invalidBody('a test chat takes no files');
  return parsed.data;
}

/** A repeat of the first message finds the chat that the first has begun. */
async function idOf(
  { idKeys }: TestChatPorts,
  { link }: FoundTestLink,
  { sessionId, idempotencyKey }: TestPost,
): Promise<string> {
  if (idempotencyKey === null) return randomId();
  return deriveId((await idKeys())[0], 'test-conversation', link.id, sessionId, idempotencyKey);
}

const isOwn = (session: TestSession, { link }: FoundTestLink, sessionId: string) =>
  session.linkId === link.id && session.sessionHash === hashOf('test-session', sessionId);

async function loadSession(
  ports: TestChatPorts,
  found: FoundTestLink,
  {
    post: { sessionId },
    form,
    conversationId,
  }: { readonly post: TestPost; readonly form: FormARequest; readonly conversationId: string },
): Promise<{ readonly session: TestSession; readonly revision: number }> {
  const stored = await ports.sessions.find(found.tenant.id, conversationId);
  if (stored && isOwn(stored.session, found, sessionId)) return stored;
  if (stored || form.conversationId !== null) throw new GatewayError('conversation_not_found');
  const sessionHash = hashOf('test-session', sessionId);
  const session = { linkId: found.link.id, sessionHash, tried: null, standing: null, log: [], turns: [] };
  return { session, revision: 0 };
}

const dayMs = 24 * 60 * 60_000;

/** Links are counted by the day of UTC. */
function limitReached({ nowMs }: TestChatPorts, most: string): GatewayError {
  const seconds = Math.ceil((dayMs - (nowMs() % dayMs)) / 1000);
  return new GatewayError(
    'test_limit_reached',
    `this test link has had its ${most} of today; try again tomorrow`,
    { headers: { 'retry-after': String(seconds) } },
  );
}

/** @throws `test_limit_reached` */
async function count(ports: TestChatPorts, { tenant, link }: FoundTestLink, isNew: boolean): Promise<void> {
  const of = { tenantId: tenant.id, linkId: link.id };
  const { testSessionsPerDay: chats, testMessagesPerDay: messages } = limits;
  if (isNew && !(await ports.testUse.take(of, 'sessions', chats)))
    throw limitReached(ports, `${chats} chats`);
  if (!(await ports.testUse.take(of, 'messages', messages)))
    throw limitReached(ports, `${messages} messages`);
}

interface TurnToPlay {
  readonly session: TestSession;
  readonly form: FormARequest;
  readonly key: string | null;
  readonly fingerprint: string;
}

/** Returns the session with one turn more. */
async function withTurn(
  ports: TestChatPorts,
  found: FoundTestLink,
  { session, form, key, fingerprint }: TurnToPlay,
): Promise<TestSession> {
  const tried = session.tried ?? (await loadTried(ports, found));
  const setting = settingOf(found, form);
  const { text, start } = form.content;
  const played = tried
    ? await playTestTurn(ports, {
        ...{ tenant: found.tenant, linkId: found.link.id, tried, setting, text },
        standing: session.standing,
      })
    : { replies: [{ text: testTexts(setting.visitor?.language).notReady }], standing: session.standing };
  const log = [...session.log, ...messagesOf(ports, session, start ? null : text, played.replies)];
  const turn: TestTurn = { key, fingerprint, from: session.log.length, to: log.length };
  return { ...session, tried, standing: played.standing, log, turns: [...session.turns, turn] };
}

/** The current draft, with everything that a chat needs until it ends; null while it has problems. */
async function loadTried(
  ports: TestChatPorts,
  { tenant, flowId, link, stored }: FoundTestLink,
): Promise<TriedFlow | null> {
  const content = await draftContentOf(ports, tenant.id, stored);
  const { flow } = await checkDraft(ports, tenant.id, { flowId, content: { ...content, conversations: [] } });
  if (!flow) return null;
  const others = await findCalled(ports, tenant.id, flow);
  const isReal = link.realFor === fingerprintOf(content.definition);
  const samples = isReal
    ? { http: {}, llm: {} }
    : await collectSampleAnswers(flow, content.conversations, others);
  return { flow, others, samples, isReal };
}

function settingOf({ tenant }: FoundTestLink, { user = {}, metadata }: FormARequest): Setting {
  const { firstName, email, language } = user;
  return {
    visitor: {
      ...(firstName !== undefined && { firstName }),
      ...(email !== undefined && { email }),
      ...(language != null && { language }),
    },
    // The body was JSON.
    ...(metadata && { metadata: metadata as NonNullable<Setting['metadata']> }),
    ...(tenant.time_zone !== undefined && { timeZone: tenant.time_zone }),
    ...(tenant.handoff && { hours: queueHoursOf(tenant) }),
    ...(tenant.country !== undefined && { country: tenant.country }),
  };
}

/** The visitor's message, if any, and the replies, with their places in the log. */
function messagesOf(
  { nowMs, random }: TestChatPorts,
  { log }: TestSession,
  text: string | null,
  replies: readonly TestReply[],
): LogMessage[] {
  const first = placeMessageId(newMessageId(nowMs, random), { after: log.at(-1)?.id ?? null, before: null });
  const ids = replyIdsAfter(first);
  const timestamp = new Date(nowMs()).toISOString();
  const before = log.length;
  const own = text === null ? [] : [{ id: first, seq: before + 1, author: 'user' as const, text, timestamp }];
  return [
    ...own,
    ...replies.map((reply, n) =>
      loggedReply({ ...reply, id: ids.next(), timestamp }, before + own.length + n + 1),
    ),
  ];
}

function answerOf(conversationId: string, session: TestSession, { from, to }: TestTurn): FormAResponse {
  const messages = session.log.slice(from, to);
  const own = messages.find(({ author }) => author === 'user');
  return {
    conversationId,
    status: statusOf(session),
    replies: messages.filter((message) => message !== own).map(({ author: _, ...reply }) => reply),
    ...(own && { message: { id: own.id, seq: own.seq, timestamp: own.timestamp } }),
    next: null,
  };
}

/** No agent has a test chat. */
function statusOf({ standing }: TestSession): ConversationStatus {
  const status = standing?.state?.status ?? 'active';
  return status === 'handoff' ? 'completed' : status;
}
