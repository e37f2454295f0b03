import { type DraftTest, type DraftTestResult, draftTestResult } from '../../../../contract/admin/drafts.ts';
import { eventsOf } from '../../../../engine/compare-events.ts';
import type { Effect, FlowState, Reply } from '../../../../engine/interfaces.ts';
import type { Simulation } from '../../../../engine/rehearse.ts';
import type { Call as ApiCall } from '../../../api/api.ts';
import type { PlayForReal } from './chat-session.ts';
import type { ChatTurn, Played, TurnToPlay } from './play-turn.ts';

type ToPlay = Omit<TurnToPlay, 'flow' | 'others'>;

/**
 * Has the server run a turn of the saved draft, which calls its services with the tenant's secrets; models stay played.
 * @see console.md D3
 */
export function playForReal(call: ApiCall, flowId: string): PlayForReal {
  return async (turn, kept) => {
    const options = { path: { flowId }, body: testOf(turn, kept) };
    const { body: result } = await call(
      'POST',
      '/v1/admin/flows/{flowId}/draft/test',
      draftTestResult,
      options,
    );
    return turnOf(turn, result);
  };
}

function testOf({ from, setting, action }: ToPlay, kept: readonly Played[]): DraftTest {
  const { visitor, metadata } = { ...from?.setting, ...setting };
  const llm = kept.flatMap((played) =>
    'llm' in played && typeof played.llm === 'string' ? [played.llm] : [],
  );
  const clock = new Date(nowOf(from, setting?.clock)).toISOString();
  // JSON by the contract's schema, which the service parses again.
  return {
    ...('begin' in action
      ? { start: { stepId: action.begin, variables: action.variables } }
      : { state: from?.state ?? null }),
    message: {
      text: 'user' in action ? action.user : '',
      ...(visitor && { user: visitor }),
      ...(metadata && { metadata }),
    },
    ...{ clock, llm, real: true },
  } as DraftTest;
}

function nowOf(from: Simulation | null, clock: string | undefined): number {
  return clock === undefined ? (from?.nowMs ?? Date.now()) : Date.parse(clock);
}

function turnOf({ from, setting, action }: ToPlay, result: DraftTestResult): ChatTurn {
  // The server's engine returns the same as this one.
  const state = result.state as FlowState | null;
  const replies = result.replies as readonly Reply[];
  const effects = result.effects as readonly Effect[];
  const handoff = effects.findLast((effect) => effect.kind === 'handoff');
  const steps = result.ways.flatMap((path) => path.split('.')[1] ?? []);
  return {
    action,
    ...(setting && { setting }),
    replies: replies.map((reply) => ({
      reply,
      stepId: replies.at(-1) === reply ? (state?.flow.stepId ?? null) : null,
    })),
    steps: [...steps, ...(state ? [state.flow.stepId] : [])],
    ways: result.ways,
    events: eventsOf(effects).map(({ type }) => type),
    before: from?.state?.variables ?? {},
    after: state?.variables ?? from?.state?.variables ?? {},
    http: result.calls.map(({ status, answer }) =>
      status === null ? { status: 200, body: null, fails: true } : { status, body: bodyOf(answer) },
    ),
    llm: [],
    raised: result.raised,
    isReal: true,
    calls: result.calls,
    standing: {
      state: state ?? from?.state ?? null,
      plan: handoff?.plan ?? from?.plan ?? null,
      setting: { ...from?.setting, ...setting },
      nowMs: nowOf(from, setting?.clock) + 1_000,
      turns: (from?.turns ?? 0) + 1,
      replies: (from?.replies ?? 0) + replies.length,
    },
  };
}

function bodyOf(answer: string | null) {
  try {
    return JSON.parse(answer ?? 'null');
  } catch {
    return answer;
  }
}
