import type { DraftReplay, DraftReplayResult, ReplayedConversation } from '../../../contract/admin/drafts.ts';
import type { Tenant } from '../../../contract/directory.ts';
import type { FlowDefinition } from '../../../contract/flow.ts';
import { inWords, problemsOf } from '../../../contract/in-words.ts';
import { limits } from '../../../contract/limits.ts';
import { queueHoursOf } from '../../../contract/queues.ts';
import type { CommittedTurn, RecordedStep } from '../../../domain/conversation.ts';
import { isErased } from '../../../domain/conversation-after.ts';
import { invalidBody } from '../../../domain/errors.ts';
import { draftNotValid } from '../../../domain/problems.ts';
import { type Action, type FlowScript, flowScript, type Setting } from '../../../engine/flow-script.ts';
import { type ReplayBudget, type Replayed, replayScript } from '../../../engine/replay-script.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { checkDraft, findCalled } from './check-draft.ts';
import { draftContentOf, loadKnownFlow } from './flow-records.ts';

type Ports = Pick<Admin, 'records' | 'directory' | 'conversations' | 'turnLog' | 'nowMs'>;

/** The script to play; null with a reason if there is none. */
interface Wanted {
  readonly title: string;
  readonly conversationId: string | null;
  readonly script: FlowScript | null;
  /** Null for a scripted one. */
  readonly recorded: readonly RecordedStep[] | null;
  readonly problem?: string;
  readonly isCut: boolean;
}

/**
 * Replays conversations against a saved draft and returns the differences. External responses are simulated;
 * nothing is sent or stored.
 * @throws `flow_not_found`, `not_valid`
 * @throws `invalid_body` for unknown conversations, another flow's, or too many
 * @see design 9
 */
export async function replayDraft(
  admin: Ports,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
  { flowId, replay }: { readonly flowId: string; readonly replay: DraftReplay },
): Promise<Answer<DraftReplayResult>> {
  const budget = budgetOf(admin);
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  const content = await draftContentOf(admin, tenantId, stored);
  const { validation, flow } = await checkDraft(admin, tenantId, {
    flowId,
    content: { ...content, conversations: [] },
  });
  if (!flow) throw draftNotValid(validation);
  const others = await findCalled(admin, tenantId, flow);
  const flowIds = new Set([flowId, ...others.map(({ id }) => id)]);
  const isNamed = Boolean(replay.conversations ?? replay.conversationIds);
  const scripts = replay.conversations ?? (isNamed ? [] : content.conversations);
  const wanted = [...scripts.map(scripted), ...(await recorded(admin, tenantId, replay, flowIds))];
  if (isNamed && wanted.length > limits.replayedConversations)
    throw invalidBody(`at most ${limits.replayedConversations} conversations are replayed at a time`);
  const conversations: ReplayedConversation[] = [];
  for (const one of wanted.slice(0, limits.replayedConversations))
    conversations.push(await play(flow, one, others, budget));
  const complete = conversations.length === wanted.length && conversations.every((one) => one.complete);
  return { body: { conversations, complete } };
}

/** The budget by the function's time and the response size. */
function budgetOf({ nowMs }: Pick<Admin, 'nowMs'>): ReplayBudget {
  const untilMs = nowMs() + limits.replayMs;
  let chars = 0;
  return {
    isSpent: () => nowMs() >= untilMs || chars >= limits.replayChars,
    spend: (turn) => {
      chars += JSON.stringify(turn).length;
    },
  };
}

function scripted(given: Readonly<Record<string, unknown>>, n: number): Wanted {
  const title = typeof given.title === 'string' ? given.title : `conversation ${n + 1}`;
  const parsed = flowScript.safeParse(given, { error: inWords });
  const about = { title, conversationId: null, recorded: null, isCut: false };
  if (parsed.success) return { ...about, script: parsed.data };
  const problems = problemsOf(parsed.error).map(({ path, message }) => `${path}: ${message}`);
  return { ...about, script: null, problem: problems.join('; ') };
}

/** @throws `invalid_body` that names those that are not there */
async function recorded(
  admin: Ports,
  tenantId: string,
  { conversationIds = [], http, llm }: DraftReplay,
  flowIds: ReadonlySet<string>,
): Promise<Wanted[]> {
  const tenant = conversationIds.length > 0 ? await admin.directory.findTenant(tenantId) : null;
  const played = { ...(http && { http }), ...(llm && { llm }) };
  const found = await Promise.all(
    conversationIds.map((id) => recordedScript(admin, tenant ?? { id: tenantId }, id, { played, flowIds })),
  );
  const problems = conversationIds.flatMap((id, n) => {
    const one = found[n];
    const message = one
      ? 'otherFlow' in one && `the conversation ${id} is one of the flow ${one.otherFlow}, not of this flow`
      : `there is no conversation ${id}`;
    return message ? [{ path: `conversationIds.${n}`, message }] : [];
  });
  if (problems.length > 0) throw invalidBody('it names what can not be replayed here', problems);
  return found.flatMap((one, n) => {
    const title = conversationIds[n] ?? '';
    return one && 'script' in one ? [{ title, conversationId: title, ...one }] : [];
  });
}

const minuteMs = 60_000;
/** The time between messages of a replay. */
const tickMs = 1_000;

/** A past conversation as a script: the visitor's messages with their times, and the flow's replies. */
interface RecordedScript {
  readonly script: FlowScript;
  /** The recorded results of its steps. */
  readonly recorded: readonly RecordedStep[];
  /** Whether it was truncated. */
  readonly isCut: boolean;
}

/** The flow of a conversation that belongs to another flow. */
interface OtherFlow {
  readonly otherFlow: string;
}

/**
 * Converts a conversation of the log to a script, up to where an agent or another flow took over.
 * @param played the external responses
 * @param flowIds the flow, and those that it calls
 * @returns null for an unknown conversation
 */
async function recordedScript(
  admin: Pick<Admin, 'conversations' | 'turnLog'>,
  tenant: Pick<Tenant, 'id' | 'time_zone' | 'country'>,
  conversationId: string,
  {
    played,
    flowIds,
  }: { readonly played: Pick<FlowScript, 'http' | 'llm'>; readonly flowIds: ReadonlySet<string> },
): Promise<RecordedScript | OtherFlow | null> {
  const stored = await admin.conversations.find(tenant.id, conversationId);
  if (!stored || isErased(stored)) return null;
  const all = await readTurns(admin, tenant.id, conversationId, limits.replayedTurns + 1);
  const own = all.findIndex(({ flow }) => !flowIds.has(flow.id));
  if (own === 0) return { otherFlow: all[0]?.flow.id ?? '' };
  return scriptOf(own === -1 ? all : all.slice(0, own), { tenant, conversationId, played });
}

function scriptOf(
  all: readonly CommittedTurn[],
  {
    tenant,
    conversationId,
    played,
  }: {
    readonly tenant: Pick<Tenant, 'time_zone' | 'country' | 'handoff' | 'queues'>;
    readonly conversationId: string;
    readonly played: Pick<FlowScript, 'http' | 'llm'>;
  },
): RecordedScript {
  const most = limits.replayedTurns;
  const taken = all.findIndex(({ status }) => status === 'handoff');
  const turns = all.slice(0, taken === -1 ? most : Math.min(taken + 1, most));
  const first = turns.find(({ inbound }) => inbound)?.inbound;
  return {
    script: {
      ...played,
      title: conversationId,
      ...(first && { clock: first.timestamp }),
      ...(tenant.time_zone !== undefined && { timeZone: tenant.time_zone }),
      ...(tenant.handoff && { hours: queueHoursOf(tenant) }),
      ...(tenant.country !== undefined && { country: tenant.country }),
      steps: stepsOf(turns),
    },
    recorded: turns.flatMap(({ recorded = [] }) => recorded),
    isCut: taken === -1 ? all.length > most : taken >= most,
  };
}

/** The log gives a page as large as it can. */
async function readTurns(
  { turnLog }: Pick<Admin, 'turnLog'>,
  tenantId: string,
  conversationId: string,
  most: number,
): Promise<readonly CommittedTurn[]> {
  const turns: CommittedTurn[] = [];
  for (let after: string | null = null; turns.length < most; ) {
    const page = await turnLog.read(tenantId, conversationId, after, most - turns.length);
    turns.push(...page);
    const messages = page.flatMap(({ inbound, replies }) => [inbound ?? [], replies].flat());
    const last: string | undefined = messages.at(-1)?.id;
    if (last === undefined) break;
    after = last;
  }
  return turns;
}

function stepsOf(turns: readonly CommittedTurn[]): Action[] {
  const steps: Action[] = [];
  let lastMs: number | null = null;
  const silence = { untilMs: 0, texts: [] as Action[] };
  const passUntil = (ms: number) => {
    const minutes = lastMs === null ? 0 : (ms - lastMs) / minuteMs;
    if (minutes > 0) steps.push({ minutes }, ...silence.texts);
    silence.texts = [];
  };
  for (const { inbound, inboundMetadata, replies, committedAtMs } of turns) {
    const texts = repliesIn(replies);
    if (!inbound) {
      // Time began it: it came of the silence between two messages.
      silence.untilMs = committedAtMs;
      silence.texts.push(...texts);
      continue;
    }
    const atMs = Date.parse(inbound.timestamp);
    passUntil(atMs - tickMs);
    // Data from a request is JSON.
    if (inboundMetadata) steps.push({ set: { metadata: inboundMetadata as Setting['metadata'] } });
    steps.push({ user: inbound.text, attachments: inbound.attachments ?? [] }, ...texts);
    lastMs = atMs;
  }
  passUntil(silence.untilMs);
  return steps;
}

function repliesIn(replies: CommittedTurn['replies']): Action[] {
  return replies.flatMap(({ author, text, choices = [] }) =>
    author === 'bot' ? [{ expect: text }, { expect: { choices: choices.map(({ label }) => label) } }] : [],
  );
}

async function play(
  flow: FlowDefinition,
  { title, conversationId, script, recorded, problem = '', isCut }: Wanted,
  others: readonly FlowDefinition[],
  budget: ReplayBudget,
): Promise<ReplayedConversation> {
  const result: Replayed = script
    ? await replayScript(flow, script, others, budget, recorded)
    : { turns: [], complete: true, raised: { code: null, stepId: null, message: problem }, stopped: null };
  const complete = result.complete && !isCut;
  const same = complete && !result.raised && result.turns.every((turn) => turn.same);
  // The engine's results are JSON.
  const turns = result.turns as unknown as ReplayedConversation['turns'];
  const { raised, stopped } = result;
  return { title, conversationId, turns, same, complete, raised, stopped };
}
