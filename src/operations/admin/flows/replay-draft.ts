import type {
  DraftReplay,
  DraftReplayResult,
  ReplayedConversation,
} from '../../../contract/admin/draft-replay.ts';
import type { FlowDefinition } from '../../../contract/flow.ts';
import { faultsOf, inWords } from '../../../contract/in-words.ts';
import { limits } from '../../../contract/limits.ts';
import { DraftNotValidError } from '../../../domain/admin-errors.ts';
import { InvalidBodyError } from '../../../domain/errors.ts';
import type { RecordedStep } from '../../../domain/recorded-steps.ts';
import { type FlowScript, flowScript } from '../../../engine/flow-script.ts';
import { type ReplayBudget, type Replayed, replayScript } from '../../../engine/replay-script.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { checkDraft, findCalled } from './check-draft.ts';
import { draftContentOf, loadKnownFlow } from './flow-records.ts';
import { recordedScript } from './recorded-script.ts';

type Ports = Pick<Admin, 'records' | 'directory' | 'conversations' | 'turnLog' | 'nowMs'>;

/** What is to be played; null for what is no script, and why. */
interface Wanted {
  readonly title: string;
  readonly conversationId: string | null;
  readonly script: FlowScript | null;
  /** Null for a scripted one. */
  readonly recorded: readonly RecordedStep[] | null;
  readonly fault?: string;
  readonly isCut: boolean;
}

/**
 * Plays conversations against a saved draft and tells what it says otherwise. Outside answers are played; nothing is
 * sent or stored.
 * @throws FlowNotFoundError, DraftNotValidError
 * @throws InvalidBodyError for conversations that are not there, or another flow's, or too many
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
  if (!flow) throw new DraftNotValidError(validation);
  const others = await findCalled(admin, tenantId, flow);
  const flowIds = new Set([flowId, ...others.map(({ id }) => id)]);
  const isNamed = Boolean(replay.conversations ?? replay.conversationIds);
  const scripts = replay.conversations ?? (isNamed ? [] : content.conversations);
  const wanted = [...scripts.map(scripted), ...(await recorded(admin, tenantId, replay, flowIds))];
  if (isNamed && wanted.length > limits.replayedConversations)
    throw new InvalidBodyError(
      `at most ${limits.replayedConversations} conversations are replayed at a time`,
    );
  const conversations: ReplayedConversation[] = [];
  for (const one of wanted.slice(0, limits.replayedConversations))
    conversations.push(await play(flow, one, others, budget));
  const complete = conversations.length === wanted.length && conversations.every((one) => one.complete);
  return { body: { conversations, complete } };
}

/** What the function has time for, and what an answer holds. */
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
  const faults = faultsOf(parsed.error).map(({ path, message }) => `${path}: ${message}`);
  return { ...about, script: null, fault: faults.join('; ') };
}

/** @throws InvalidBodyError that names those that are not there */
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
  const faults = conversationIds.flatMap((id, n) => {
    const one = found[n];
    const message = one
      ? 'otherFlow' in one && `the conversation ${id} is one of the flow ${one.otherFlow}, not of this flow`
      : `there is no conversation ${id}`;
    return message ? [{ path: `conversationIds.${n}`, message }] : [];
  });
  if (faults.length > 0) throw new InvalidBodyError('it names what can not be replayed here', faults);
  return found.flatMap((one, n) => {
    const title = conversationIds[n] ?? '';
    return one && 'script' in one ? [{ title, conversationId: title, ...one }] : [];
  });
}

async function play(
  flow: FlowDefinition,
  { title, conversationId, script, recorded, fault = '', isCut }: Wanted,
  others: readonly FlowDefinition[],
  budget: ReplayBudget,
): Promise<ReplayedConversation> {
  const result: Replayed = script
    ? await replayScript(flow, script, others, budget, recorded)
    : { turns: [], complete: true, raised: { code: null, stepId: null, message: fault }, stopped: null };
  const complete = result.complete && !isCut;
  const same = complete && !result.raised && result.turns.every((turn) => turn.same);
  // What the engine makes is JSON.
  const turns = result.turns as unknown as ReplayedConversation['turns'];
  const { raised, stopped } = result;
  return { title, conversationId, turns, same, complete, raised, stopped };
}
