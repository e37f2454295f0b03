import type { Action, Expected, FlowScript } from '../../../../engine/flow-script.ts';
import type { Traced } from '../../../../engine/trace-script.ts';

/** A scripted conversation as the draft holds it: written by hand perhaps, and not right. */
export type Script = Readonly<Record<string, unknown>>;
type Steps = readonly Action[];
type Expectation = string | Expected;

/** One thing that is done, and what is expected of the flow then. */
export interface ScriptRow {
  /** The index of the test's step. */
  readonly index: number;
  readonly action: Exclude<Action, { expect: unknown }>;
  readonly expected: readonly { readonly index: number; readonly expect: Expectation }[];
  /** The possible expectations; absent before the first run and for unreached steps. */
  readonly traced: Traced | undefined;
}

/** The steps of a script, as far as they can be shown. */
export function stepsOf({ steps }: Script): Steps {
  return Array.isArray(steps)
    ? steps.filter((step): step is Action => typeof step === 'object' && step !== null)
    : [];
}

export function rowsOf(script: Script, traced: readonly Traced[]): ScriptRow[] {
  const rows: ScriptRow[] = [];
  for (const [index, step] of stepsOf(script).entries()) {
    const last = rows.at(-1);
    if (!('expect' in step))
      rows.push({ index, action: step, expected: [], traced: traced.find((one) => one.index === index) });
    else if (last)
      rows[rows.length - 1] = { ...last, expected: [...last.expected, { index, expect: step.expect }] };
  }
  return rows;
}

/** The script with another step in a place; without one, it is taken out. */
export function withStep(script: Script, index: number, step: Action | null): Script {
  const steps = stepsOf(script);
  return { ...script, steps: [...steps.slice(0, index), ...(step ? [step] : []), ...steps.slice(index + 1)] };
}

/** Returns which reply of its turn an expectation matches, counting skipped ones. */
function replyAt({ expected }: ScriptRow, index: number): number {
  const before = expected.filter((one) => one.index < index);
  return before.reduce((sum, { expect }) => sum + repliesOf(expect), 0);
}

const repliesOf = (expect: Expectation) => (typeof expect === 'string' ? 1 : (expect.replies ?? 0));

/** These words, or any. */
export function loosen(script: Script, index: number): Script {
  return withStep(script, index, { expect: { replies: 1 } });
}

/** Replaces an expectation by the flow's current text. */
export function tighten(script: Script, row: ScriptRow, index: number): Script {
  const at = replyAt(row, index);
  const one = row.expected.find((expected) => expected.index === index);
  const { replies = 0, ...rest }: Expected = typeof one?.expect === 'object' ? one.expect : {};
  const texts = (row.traced?.replies ?? [])
    .slice(at, at + replies)
    .map(({ text }): Action => ({ expect: text }));
  const steps = stepsOf(script);
  const kept: Action[] = Object.keys(rest).length > 0 ? [{ expect: rest }] : [];
  return { ...script, steps: [...steps.slice(0, index), ...texts, ...kept, ...steps.slice(index + 1)] };
}

/** Expectations other than texts; `variables.name` is one variable. */
export type Aspect = 'choices' | 'status' | 'step' | 'events' | `variables.${string}`;

/** Expects what the flow does now in one more respect. */
export function expectAlso(script: Script, row: ScriptRow, aspect: Aspect): Script {
  const { traced } = row;
  if (!traced) return script;
  const last = row.expected.at(-1);
  const before: Expected = typeof last?.expect === 'object' ? last.expect : {};
  const expect = { ...before, ...seenOf(traced, aspect, before) };
  if (typeof last?.expect === 'object') return withStep(script, last.index, { expect });
  const steps = stepsOf(script);
  const at = (last?.index ?? row.index) + 1;
  return { ...script, steps: [...steps.slice(0, at), { expect }, ...steps.slice(at)] };
}

function seenOf(traced: Traced, aspect: Aspect, before: Expected): Expected {
  if (aspect === 'choices') return { choices: [...(traced.replies.at(-1)?.choices ?? [])] };
  if (aspect === 'status') return { status: traced.status };
  if (aspect === 'step') return { step: traced.step };
  if (aspect === 'events') return { events: [...traced.events] };
  const name = aspect.slice('variables.'.length);
  // The engine's values are JSON.
  const value = (traced.variables[name] ?? null) as NonNullable<Expected['variables']>[string];
  return { variables: { ...before.variables, [name]: value } };
}

/** Expects it no more in one respect. */
export function expectNot(
  script: Script,
  index: number,
  expect: Expected,
  aspect: Aspect | 'replies',
): Script {
  const { variables, ...others } = expect;
  const rest: Expected = aspect.startsWith('variables.')
    ? withoutEmpty(others, variables, aspect.slice('variables.'.length))
    : Object.fromEntries(Object.entries(expect).filter(([key]) => key !== aspect));
  return withStep(script, index, Object.keys(rest).length > 0 ? { expect: rest } : null);
}

function withoutEmpty(others: Expected, variables: Expected['variables'] = {}, name: string): Expected {
  const left = Object.fromEntries(Object.entries(variables).filter(([one]) => one !== name));
  return Object.keys(left).length > 0 ? { ...others, variables: left } : others;
}

/** A row that expects what the flow does now, in the respects in which something was expected; loose ones stay loose. */
export function acceptRow(script: Script, row: ScriptRow): Script {
  const { traced } = row;
  if (!traced) return script;
  const all = row.expected.reduce((sum, { expect }) => sum + repliesOf(expect), 0);
  let at = 0;
  const renewed: Action[] = [];
  for (const { expect } of row.expected) {
    if (typeof expect === 'string') {
      const given = traced.replies[at];
      if (given) renewed.push({ expect: given.text });
      at += 1;
      continue;
    }
    const { replies = 0, ...rest } = expect;
    const passed = Math.max(0, Math.min(replies, traced.replies.length - at));
    at += replies;
    // Expectations after the last reply stay there, even if the number of replies changes.
    const fresh = renewedState(
      rest,
      traced,
      at >= all ? traced.replies.length : Math.min(at, traced.replies.length),
    );
    const expected: Expected = { ...(passed > 0 && { replies: passed }), ...fresh };
    if (Object.keys(expected).length > 0) renewed.push({ expect: expected });
  }
  const more = traced.replies.slice(at).map(({ text }): Action => ({ expect: text }));
  // Further expectations come after the last reply.
  const cut = renewed.findLastIndex((one) => 'expect' in one && repliesOf(one.expect) > 0) + 1;
  const whole = [...renewed.slice(0, cut), ...more, ...renewed.slice(cut)];
  const steps = stepsOf(script);
  const end = row.index + 1 + row.expected.length;
  return { ...script, steps: [...steps.slice(0, row.index + 1), ...whole, ...steps.slice(end)] };
}

function renewedState({ variables, ...rest }: Expected, traced: Traced, at: number): Expected {
  const events = rest.events && traced.events.length > 0;
  return {
    ...(rest.choices && { choices: [...(traced.replies[at - 1]?.choices ?? [])] }),
    ...(rest.status && { status: traced.status }),
    ...(rest.step && { step: traced.step }),
    ...(events && { events: [...traced.events] }),
    ...(variables && {
      variables: Object.fromEntries(
        Object.keys(variables).map((name) => [name, traced.variables[name] ?? null]),
      ) as NonNullable<Expected['variables']>,
    }),
  };
}

/** The row in which a run failed. */
export function rowOfStep(rows: readonly ScriptRow[], step: number): ScriptRow | undefined {
  return rows.findLast(({ index }) => index <= step) ?? rows.at(-1);
}

/** All rows accept what the flow does now; from the last to the first, so that places stay right. */
export function acceptAll(script: Script, traced: readonly Traced[]): Script {
  return rowsOf(script, traced).reduceRight(acceptRow, script);
}

/** The conversations of a draft with a script that was recorded. */
export const withScript = (scripts: readonly Script[], script: FlowScript): Script[] => [
  ...scripts,
  { ...script },
];
