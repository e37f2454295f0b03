import type { DraftTestResult } from '../../../../contract/admin/drafts.ts';
import type { FlowDefinition } from '../../../../contract/flow.ts';
import { eventsOf } from '../../../../engine/compare-events.ts';
import { FlowEngineError } from '../../../../engine/errors.ts';
import type { Action, FlowScript, Setting } from '../../../../engine/flow-script.ts';
import type { Effect, FlowState, Json, Reply } from '../../../../engine/interfaces.ts';
import {
  type ExternalClients,
  type Rehearsal,
  rehearse,
  type Simulation,
} from '../../../../engine/rehearse.ts';
import { act } from '../../../../engine/run-script.ts';
import { scriptedOutside } from '../../../../engine/scripted-outside.ts';

/** An action in a test chat: by the visitor, the agent or the clock, or a start in the middle of the flow. */
export type ChatAction =
  | Exclude<Action, { expect: unknown } | { set: unknown }>
  | { readonly begin: string; readonly variables: { readonly [name: string]: Json } };

type HttpAnswer = NonNullable<FlowScript['http']>[number];
type LlmAnswer = NonNullable<FlowScript['llm']>[number];

/** A call to an external service, which the author answers. */
export type Call =
  | { readonly kind: 'http'; readonly stepId: string; readonly method: string; readonly url: string }
  | { readonly kind: 'llm'; readonly stepId: string; readonly prompt: string; readonly tools: string[] };
export type Played = { readonly http: HttpAnswer } | { readonly llm: LlmAnswer };

/** A flow's error, and its step. */
export interface Raised {
  readonly code: string;
  readonly stepId: string | null;
  readonly message: string;
}

/** A turn of a test chat; plain data. */
export interface ChatTurn {
  readonly action: ChatAction;
  /** Changes of visitor and clock before it. */
  readonly setting?: Setting;
  /** The replies, each with its step if that is in this flow. */
  readonly replies: readonly { readonly reply: Reply; readonly stepId: string | null }[];
  /** Steps of this flow that were gone through, in order. */
  readonly steps: readonly string[];
  /** Connections of this flow that were taken. */
  readonly ways: readonly string[];
  /** Besides replies, as the bus calls it. */
  readonly events: readonly string[];
  readonly before: { readonly [name: string]: Json };
  readonly after: { readonly [name: string]: Json };
  readonly http: readonly HttpAnswer[];
  readonly llm: readonly LlmAnswer[];
  readonly raised: Raised | null;
  /** Whether services were really called, and how. */
  readonly isReal?: true;
  readonly calls?: DraftTestResult['calls'];
  /** The state to continue with. */
  readonly standing: Simulation;
}

/** The input of a turn. */
export interface TurnToPlay {
  readonly flow: FlowDefinition;
  /** Flows that it may call. */
  readonly others: readonly FlowDefinition[];
  readonly from: Simulation | null;
  readonly setting?: Setting | undefined;
  readonly action: ChatAction;
}

interface Heard {
  readonly flowId: string;
  readonly stepId: string;
  /** The number of effects before the step. */
  readonly effects: number;
}

/**
 * Plays one turn of a test chat with the engine itself; the author responds for services and models.
 * @param ask called for each call of an `http` or `llm` step
 */
export async function playTurn(
  { flow, others, from, setting, action }: TurnToPlay,
  ask: (call: Call) => Promise<Played>,
): Promise<ChatTurn> {
  const heard: Heard[] = [];
  const replies: ChatTurn['replies'][number][] = [];
  const ways: string[] = [];
  const answers: { http: HttpAnswer[]; llm: LlmAnswer[] } = { http: [], llm: [] };
  let turnFrom = 0;
  const outside: ExternalClients = {
    ...askedOutside((call) => ask({ ...call, stepId: heard.at(-1)?.stepId ?? '' }), answers),
    atStep: (state) => heard.push({ ...idsOf(state), effects: state.progress?.effects.length ?? 0 }),
    atEnd(before, effects) {
      replies.push(...repliesIn(effects, heard.slice(turnFrom), before, flow.id));
      turnFrom = heard.length;
    },
    tookWay: (flowId, path) => flowId === flow.id && ways.push(path),
  };
  const rehearsal = rehearse(flow, outside, others, from ?? undefined);
  if (setting) rehearsal.set(setting);
  const turn = await actOn(rehearsal, action);
  return {
    action,
    ...(setting && { setting }),
    replies,
    steps: heard.flatMap(({ flowId, stepId }) => (flowId === flow.id ? [stepId] : [])),
    ways,
    events: eventsOf(turn.effects).map(({ type }) => type),
    before: from?.state?.variables ?? {},
    after: rehearsal.state()?.variables ?? {},
    ...answers,
    raised: turn.raised,
    standing: rehearsal.standing(),
  };
}

const idsOf = ({ flow }: FlowState) => ({ flowId: flow.id, stepId: flow.stepId });

async function actOn(
  rehearsal: Rehearsal,
  action: ChatAction,
): Promise<{ readonly effects: readonly Effect[]; readonly raised: Raised | null }> {
  try {
    const done = 'begin' in action ? rehearsal.begin(action.begin, action.variables) : act(rehearsal, action);
    return { effects: (await done).effects, raised: null };
  } catch (error) {
    return { effects: [], raised: raisedBy(error) };
  }
}

function raisedBy(error: unknown): Raised {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof FlowEngineError)) return { code: 'step_failed', stepId: null, message };
  return { code: error.code, stepId: error.stepId ?? null, message };
}

/** Assigns each reply to its step: the last one that started before it. */
function repliesIn(
  effects: readonly Effect[],
  heard: readonly Heard[],
  before: FlowState | null,
  flowId: string,
): ChatTurn['replies'] {
  return effects.flatMap((effect, n) => {
    if (effect.kind !== 'reply') return [];
    // Replies before the first step belong to the open question: its retry or reminder.
    const by = heard.findLast((one) => one.effects <= n) ?? (before && idsOf(before));
    return [{ reply: effect.reply, stepId: by?.flowId === flowId ? by.stepId : null }];
  });
}

type Asked = Omit<Extract<Call, { kind: 'http' }>, 'stepId'> | Omit<Extract<Call, { kind: 'llm' }>, 'stepId'>;

/** Simulated external services: one response at a time, as in a test. */
function askedOutside(
  ask: (call: Asked) => Promise<Played>,
  answers: { http: HttpAnswer[]; llm: LlmAnswer[] },
): ExternalClients {
  return {
    ...scriptedOutside([], []),
    http: {
      async send(request) {
        const { method, url } = request;
        const played = await ask({ kind: 'http', method, url });
        if (!('http' in played)) throw new Error('no answer was given');
        answers.http.push(played.http);
        return await scriptedOutside([played.http], []).http.send(request);
      },
    },
    llm: {
      async complete(request) {
        const prompt = request.messages.at(-1)?.text ?? request.system;
        const tools = (request.tools ?? []).map(({ name }) => name);
        const played = await ask({ kind: 'llm', prompt, tools });
        if (!('llm' in played)) throw new Error('no answer was given');
        answers.llm.push(played.llm);
        return await scriptedOutside([], [played.llm]).llm.complete(request);
      },
    },
  };
}
