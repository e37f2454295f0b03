import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import { isHeardDuringHandoff } from './begin-turn.ts';
import type { Setting } from './flow-script.ts';
import type { Effect, FlowState, HandoffPlan, TurnDeps, TurnResult } from './interfaces.ts';
import { processInbound } from './process-inbound.ts';

/** The external responses of a simulated flow. */
export type ExternalClients = Pick<TurnDeps, 'http' | 'llm'> &
  Pick<TurnDeps, 'secrets' | 'tookWay' | 'recall'> & {
    /** Called at the start of every step with the turn's effects until then. */
    readonly atStep?: (state: FlowState) => void;
    /** Called at the end of every turn. A turn may schedule another. */
    readonly atEnd?: (before: FlowState | null, effects: readonly Effect[]) => void;
  };

type Ended = Extract<TurnResult, { outcome: 'ended' }>;

/** A state that is stored nowhere. */
function storeOf(before: FlowState | null, { atStep = () => undefined }: ExternalClients): TurnDeps['state'] {
  return { before, passed: { push: atStep }, save: async (state) => atStep(state) };
}

/** A conversation with a flow that happens nowhere: no tenant, no store, and a clock that ticks a second a message. */
export interface Rehearsal {
  /** @throws FlowEngineError when the flow raises */
  say(text: string, attachments?: CanonicalMessage['attachments']): Promise<Ended>;
  /** An action of the agent who has the conversation. @throws Error if none has it */
  agentDoes(does: 'returns' | 'closes' | 'times out'): Promise<Ended>;
  /** Lets time pass without messages. @throws FlowEngineError if the flow raises */
  pass(minutes: number): Promise<Pick<Ended, 'state' | 'effects'>>;
  /** Begins in the middle: at a step, with these values beside those that variables start with. */
  begin(stepId: string, variables: FlowState['variables']): Promise<Ended>;
  /** Changes visitor, metadata, clock or time zone of later turns. */
  set(setting: Setting): void;
  state(): FlowState | null;
  /** The state that another run needs to continue from here; plain JSON. */
  standing(): Simulation;
}

/** A replay has come to a step of which it is not known what it would find. */
export class NothingRecordedError extends Error {
  override readonly name = 'NothingRecordedError';
  readonly flow: FlowState['flow'];

  constructor(flow: FlowState['flow']) {
    super(`nothing is recorded of the step ${flow.stepId}`);
    this.flow = flow;
  }
}

/** The state of a simulation. */
export interface Simulation {
  readonly state: FlowState | null;
  readonly plan: HandoffPlan | null;
  readonly setting: Setting;
  readonly nowMs: number;
  readonly turns: number;
  readonly replies: number;
}

const atFirst: Simulation = {
  ...{ state: null, plan: null, setting: {}, turns: 0, replies: 0 },
  nowMs: Date.UTC(2025, 0, 1),
};

/**
 * Begins a conversation with a flow; runs anywhere, also in a browser.
 * @param others flows that it may call
 * @param from where an earlier rehearsal, perhaps of the flow as it was then, has stood
 */
export function rehearse(
  flow: FlowDefinition,
  outside: ExternalClients,
  others: readonly FlowDefinition[] = [],
  from: Simulation = atFirst,
): Rehearsal {
  let { state, plan, setting, nowMs, turns, replies } = from;
  const flows = {
    find: async (id: string) => (id === flow.id ? flow : (others.find((other) => other.id === id) ?? null)),
  };

  const turn = async (
    parts: Partial<CanonicalMessage>,
    also: Pick<TurnDeps, 'woken'> = {},
  ): Promise<Ended> => {
    turns += 1;
    nowMs += 1_000;
    const result = await processInbound(
      { ...messageOf(turns, nowMs, setting), ...parts },
      {
        ...outside,
        ...also,
        flows,
        state: storeOf(state, outside),
        flowId: flow.id,
        clock: { nowMs: () => nowMs },
        ...placeOf(setting),
        ids: {
          next: () => {
            replies += 1;
            return `reply-${String(replies).padStart(6, '0')}`;
          },
        },
        deadlineMs: Number.MAX_SAFE_INTEGER,
        handOverBackground: false,
        idempotencySeed: `rehearsal/${turns}`,
      },
    );
    // No other process changes the conversation here.
    if (result.outcome !== 'ended') throw new NothingRecordedError(result.state.flow);
    outside.atEnd?.(state, result.effects);
    state = result.state;
    for (const effect of result.effects) if (effect.kind === 'handoff') plan = effect.plan ?? null;
    return result;
  };

  return {
    state: () => state,
    standing: () => ({ state, plan, setting, nowMs, turns, replies }),
    async begin(stepId, variables) {
      const messageId = `message-${turns + 1}`;
      state = {
        ...{ status: 'active', flow: { id: flow.id, version: flow.version, stepId } },
        variables: { ...flow.variables, ...variables },
        ...{ attempts: 0, handoff: null, history: [] },
        progress: { messageId, stepId, effects: [], stepsRun: 0 },
      };
      return await turn({ messageId });
    },
    set(next) {
      const { metadata, visitor } = setting;
      setting = {
        ...setting,
        ...next,
        metadata: { ...metadata, ...next.metadata },
        visitor: { ...visitor, ...next.visitor },
      };
      if (next.clock !== undefined) nowMs = Date.parse(next.clock) - 1_000;
    },
    async say(text, attachments = []) {
      // A keyword that returns the conversation to the bot.
      if (state?.status === 'handoff' && (await isHeardDuringHandoff({ text }, state, flows)))
        state = { ...state, status: 'active', handoff: null };
      return turn({ text, attachments });
    },
    async pass(minutes) {
      if (!state) throw new Error('nobody has said anything yet');
      const untilMs = nowMs + minutes * 60_000;
      const effects: Effect[] = [];
      for (let wake = state.wake; wake && wake.atMs <= untilMs; wake = state.wake) {
        nowMs = wake.atMs - 1_000;
        effects.push(...(await turn({ text: '' }, { woken: true })).effects);
      }
      nowMs = untilMs;
      return { state, effects };
    },
    async agentDoes(does) {
      if (state?.status !== 'handoff' || !plan) throw new Error('no human has the conversation');
      const to = { returns: plan.next, closes: plan.afterClose, 'times out': plan.onTimeout }[does];
      const messageId = `message-${turns + 1}`;
      if (to === undefined) {
        state = { ...state, status: 'completed', handoff: null };
        return {
          outcome: 'ended',
          state,
          effects: [{ kind: 'flow-completed', flow: state.flow, outcome: 'completed' }],
        };
      }
      outside.tookWay?.(state.flow.id, `steps.${plan.stepId}.${wayNames[does]}`);
      const progress = { messageId, stepId: to, effects: [], stepsRun: 0 };
      state = { ...state, status: 'active', handoff: null, progress };
      return await turn({ messageId });
    },
  };
}

const wayNames = { returns: 'next', closes: 'afterClose', 'times out': 'onTimeout' } as const;

/** The tenant's country and business hours. */
const placeOf = ({
  timeZone,
  hours,
  country,
}: Setting): Pick<TurnDeps, 'timeZone' | 'hours' | 'country'> => ({
  ...(timeZone !== undefined && { timeZone }),
  ...(hours && { hours }),
  ...(country !== undefined && { country }),
});

function messageOf(turns: number, nowMs: number, { visitor = {}, metadata = {} }: Setting): CanonicalMessage {
  return {
    tenantId: 'rehearsal',
    channel: 'webchat',
    conversationId: 'rehearsal',
    messageId: `message-${turns}`,
    attachments: [],
    user: { id: 'visitor', ...visitor },
    metadata,
    receivedAt: new Date(nowMs).toISOString(),
    correlationId: 'rehearsal',
  };
}
