import * as z from 'zod/mini';
import type { FlowDefinition } from '../contract/flow.ts';
import { conversationStatus } from '../contract/vocabulary.ts';
import type { Effect, Reply } from './interfaces.ts';
import { type Outside, type Rehearsal, rehearse } from './rehearse.ts';

const expectation = z.union([
  /** The text of the next reply. */
  z.string(),
  z.object({
    /** Labels of the choices that the last reply offered. */
    choices: z.optional(z.array(z.string())),
    status: z.optional(conversationStatus),
    step: z.optional(z.string()),
    /** Only the variables named are compared. */
    variables: z.optional(z.record(z.string(), z.json())),
  }),
]);

/**
 * A conversation to check a flow with:
 * `{"http": [{"status": 200, "body": {"eta": "today"}}], "steps": [{"user": "hi"}, {"expect": "Hello!"}, {"expect": {"status": "active"}}]}`
 */
export const flowScript = z.object({
  /** Responses to the calls of `http` steps, in order; a call without one fails. */
  http: z.optional(z.array(z.object({ status: z._default(z.int(), 200), body: z._default(z.json(), null) }))),
  /** Answers to `llm` steps, likewise. */
  llm: z.optional(z.array(z.string())),
  steps: z.array(z.union([z.object({ user: z.string() }), z.object({ expect: expectation })])),
});
export type FlowScript = z.input<typeof flowScript>;
type Expectation = z.infer<typeof expectation>;

export type ScriptResult =
  | { readonly ok: true }
  /** `step` is the index of the script's step that failed, one past the last when replies are left over. */
  | { readonly ok: false; readonly step: number; readonly message: string };

/** Replies of the last turn, and how many of them have been expected. */
interface Heard {
  readonly replies: readonly Reply[];
  readonly checked: number;
}

/**
 * Plays a script against a flow; every reply must be expected, in order.
 * @throws ZodError when the script is not one
 */
export async function runScript(flow: FlowDefinition, script: unknown): Promise<ScriptResult> {
  const { steps, http = [], llm = [] } = flowScript.parse(script);
  const rehearsal = rehearse(flow, scriptedOutside(http, llm));
  let heard: Heard = { replies: [], checked: 0 };
  for (const [step, action] of steps.entries()) {
    const played = await play(rehearsal, heard, action);
    if (typeof played === 'string') return { ok: false, step, message: played };
    heard = played;
  }
  const left = leftOver(heard);
  return left === null ? { ok: true } : { ok: false, step: steps.length, message: left };
}

/** What has been heard after a step, or what is wrong. */
async function play(
  rehearsal: Rehearsal,
  heard: Heard,
  action: { user: string } | { expect: Expectation },
): Promise<Heard | string> {
  if ('expect' in action) {
    return typeof action.expect === 'string'
      ? compareReply(heard, action.expect)
      : (compareState(rehearsal, heard, action.expect) ?? heard);
  }
  const left = leftOver(heard);
  if (left !== null) return left;
  try {
    const { effects } = await rehearsal.say(action.user);
    return { replies: effects.flatMap(replyOf), checked: 0 };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function compareReply({ replies, checked }: Heard, text: string): Heard | string {
  const reply = replies[checked];
  if (reply?.text === text) return { replies, checked: checked + 1 };
  return `expected ${JSON.stringify(text)}, the flow said ${reply ? JSON.stringify(reply.text) : 'nothing more'}`;
}

function compareState(
  rehearsal: Rehearsal,
  { replies, checked }: Heard,
  expected: Exclude<Expectation, string>,
): string | null {
  const state = rehearsal.state();
  const actual = {
    choices: replies[checked - 1]?.choices?.map(({ label }) => label) ?? [],
    status: state?.status,
    step: state?.flow.stepId,
  };
  const variables = Object.entries(expected.variables ?? {}).map(
    ([name, value]) => [`variable ${name}`, value, state?.variables[name]] as const,
  );
  const pairs = [
    ['choices', expected.choices, actual.choices] as const,
    ['status', expected.status, actual.status] as const,
    ['step', expected.step, actual.step] as const,
    ...variables,
  ];
  const wrong = pairs.find(
    ([, want, got]) => want !== undefined && JSON.stringify(want) !== JSON.stringify(got),
  );
  if (!wrong) return null;
  const [name, want, got] = wrong;
  return `expected ${name} ${JSON.stringify(want)}, found ${JSON.stringify(got)}`;
}

function leftOver({ replies, checked }: Heard): string | null {
  const reply = replies[checked];
  return reply ? `the flow also said ${JSON.stringify(reply.text)}` : null;
}

const replyOf = (effect: Effect): Reply[] => (effect.kind === 'reply' ? [effect.reply] : []);

function scriptedOutside(
  http: readonly { status: number; body: unknown }[],
  llm: readonly string[],
): Outside {
  const responses = [...http];
  const answers = [...llm];
  return {
    http: {
      async send() {
        const response = responses.shift();
        if (!response) throw new Error('the script has no response left');
        const headers = { 'content-type': 'application/json' };
        return { status: response.status, headers, body: JSON.stringify(response.body) };
      },
    },
    llm: {
      async complete() {
        const answer = answers.shift();
        if (answer === undefined) throw new Error('the script has no answer left');
        return answer;
      },
    },
  };
}
