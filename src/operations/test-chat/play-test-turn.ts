import type { Tenant } from '../../contract/directory.ts';
import type { FlowDefinition } from '../../contract/flow.ts';
import { limits } from '../../contract/limits.ts';
import { FlowEngineError } from '../../engine/errors.ts';
import type { Setting } from '../../engine/flow-script.ts';
import type { Effect, FlowState, Reply } from '../../engine/interfaces.ts';
import { type ExternalClients, type Rehearsal, rehearse, type Simulation } from '../../engine/rehearse.ts';
import { sampleKey } from '../../engine/sample-answers.ts';
import { scriptedOutside } from '../../engine/scripted-outside.ts';
import { withinBudget } from '../turn/step-clients.ts';
import type { TestChatPorts } from './find-test-link.ts';
import type { TriedFlow } from './test-session.ts';
import { testTexts } from './test-texts.ts';

/** A reply of a test turn, without ID and time. */
export type TestReply = Omit<Reply, 'id' | 'timestamp'>;

interface TestTurnRequest {
  readonly tenant: Tenant;
  readonly linkId: string;
  readonly tried: TriedFlow;
  readonly standing: Simulation | null;
  readonly setting: Setting;
  /** Empty: the visitor has opened the chat. */
  readonly text: string;
}

/**
 * Plays a turn of a draft with the real engine. Handoffs and waits are skipped with a note. External responses
 * come from the draft's tests, unless the link has real calls.
 */
export async function playTestTurn(
  ports: TestChatPorts,
  { tenant, linkId, tried, standing, setting, text }: TestTurnRequest,
): Promise<{ readonly replies: readonly TestReply[]; readonly standing: Simulation }> {
  const { outside, withoutSecrets } = await openOutside(ports, { tenant, linkId, tried });
  const rehearsal = rehearse(tried.flow, outside, tried.others, standing ?? undefined);
  const nowMs = Math.max(ports.nowMs(), standing?.nowMs ?? 0);
  rehearsal.set({ ...setting, clock: new Date(nowMs).toISOString() });
  const replies: TestReply[] = [];
  const say = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      if (effect.kind !== 'reply') continue;
      const { id: _, timestamp: __, ...reply } = effect.reply;
      replies.push(reply);
    }
  };
  const words = testTexts(setting.visitor?.language);
  try {
    say((await rehearsal.say(text)).effects);
    for (let skipped = 0; skipped < limits.testSkips; skipped += 1) {
      const skip = whatToSkip(rehearsal, tried);
      if (!skip) break;
      replies.push({
        text: skip.minutes === null ? words.handoff : words.skipped.replace('{minutes}', `${skip.minutes}`),
      });
      say((await skip.go()).effects);
    }
  } catch (error) {
    if (!(error instanceof FlowEngineError)) throw error;
    replies.push({ text: words.failed });
  }
  return { replies: withoutSecrets(replies), standing: rehearsal.standing() };
}

/** A handoff or a wait that the flow stands at; null where it waits for the visitor, or has ended. */
function whatToSkip(rehearsal: Rehearsal, { flow, others }: TriedFlow) {
  const { state, plan, nowMs } = rehearsal.standing();
  if (state?.status === 'handoff' && plan) return { minutes: null, go: () => rehearsal.agentDoes('returns') };
  const { wake } = state ?? {};
  if (state?.status !== 'active' || wake?.kind !== 'wait' || !stepOf([flow, ...others], state)) return null;
  const minutes = Math.max(1, Math.ceil((wake.atMs - nowMs) / limits.rateWindowMs));
  return { minutes, go: () => rehearsal.pass(minutes) };
}

const stepOf = (flows: readonly FlowDefinition[], { flow: { id, stepId } }: FlowState) =>
  flows.find((flow) => flow.id === id)?.steps[stepId];

interface OutsideOf {
  readonly tenant: Tenant;
  readonly linkId: string;
  readonly tried: TriedFlow;
}

interface OpenedOutside {
  readonly outside: ExternalClients;
  /** The same without any secret of the tenant, wherever a service has put it. */
  withoutSecrets<T>(shown: T): T;
}

const openOutside = (ports: TestChatPorts, of: OutsideOf): Promise<OpenedOutside> =>
  of.tried.isReal ? realOutside(ports, of) : playedOutside(of);

const mask = '••••';

/** Answers from the tests of the draft; where they have none, an empty one. */
async function playedOutside({ tenant, tried: { samples } }: OutsideOf): Promise<OpenedOutside> {
  let key = '';
  return {
    withoutSecrets: (value) => value,
    outside: {
      atStep: (state) => {
        key = sampleKey(state.flow);
      },
      http: {
        send: (request) =>
          scriptedOutside([samples.http[key] ?? { status: 200, body: {} }], []).http.send(request),
      },
      llm: { complete: async () => samples.llm[key] ?? testTexts(undefined).answer },
      secrets: {
        async read(name) {
          const hosts = tenant.flow_secrets?.[name]?.hosts;
          return hosts ? { value: `secret ${name}`, hosts } : null;
        },
      },
    },
  };
}

/** The services and models themselves, within the time of one request and the tokens of a day. */
async function realOutside(ports: TestChatPorts, { tenant, linkId }: OutsideOf): Promise<OpenedOutside> {
  const endsAtMs = ports.nowMs() + limits.testTurnMs;
  const timeoutOf = (wanted: number) => {
    const leftMs = Math.min(wanted, endsAtMs - ports.nowMs());
    if (leftMs <= 0) throw new Error('the time of a test turn is used up');
    return leftMs;
  };
  const known = await ports.secrets.read(tenant.id);
  const perDay = tenant.llm_tokens_per_day ?? Number.POSITIVE_INFINITY;
  const llm = withinBudget(ports, tenant.id, perDay);
  return {
    withoutSecrets: (value) => masked(value, Object.values(known)),
    outside: {
      http: {
        send: async (request) => ports.http.send({ ...request, timeoutMs: timeoutOf(request.timeoutMs) }),
      },
      llm: {
        async complete(request) {
          const { tokens: used } = await ports.testUse.read(tenant.id, linkId);
          if (used >= limits.testTokensPerDay)
            throw new Error('the tokens of this test link are used up for today');
          const maxTokens = Math.min(request.maxTokens, limits.testTokensPerDay - used);
          const answer = await llm.complete({
            ...request,
            maxTokens,
            timeoutMs: timeoutOf(request.timeoutMs),
          });
          if (typeof answer !== 'string' && answer.tokens)
            await ports.testUse.addTokens(tenant.id, linkId, answer.tokens);
          return answer;
        },
      },
      secrets: {
        async read(name) {
          const hosts = tenant.flow_secrets?.[name]?.hosts;
          const value = known[name];
          return hosts && value ? { value, hosts } : null;
        },
      },
    },
  };
}

/** Masks secrets in the texts of a value, whatever else it holds. */
function masked<T>(shown: T, secrets: readonly string[]): T {
  const used = secrets.filter(Boolean);
  return JSON.parse(JSON.stringify(shown), (_key, value: unknown) =>
    typeof value === 'string' ? used.reduce((text, secret) => text.replaceAll(secret, mask), value) : value,
  );
}
