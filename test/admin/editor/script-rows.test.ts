import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runScripts } from '../../../src/admin/features/editor/chat/run-scripts.ts';
import {
  acceptAll,
  acceptRow,
  expectAlso,
  expectNot,
  loosen,
  rowOfStep,
  rowsOf,
  type Script,
  tighten,
} from '../../../src/admin/features/editor/scripts/script-rows.ts';
import type { FlowDefinition } from '../../../src/contract/flow.ts';
import { connectionsFrom } from '../../../src/engine/steps/kinds.ts';

const examples = ['booking', 'faq', 'greeting', 'handoff', 'order', 'reminder', 'survey'];
const read = (name: string) => JSON.parse(readFileSync(`examples/flows/${name}.json`, 'utf8'));
const flow: FlowDefinition = read('order');
const scripts: readonly Script[] = read('order.conversations');

const run = async (script: Script, changed: FlowDefinition = flow) => {
  const { runs } = await runScripts(changed, [script], []);
  const [first] = runs;
  if (!first) throw new Error('nothing was run');
  return first;
};

/** The flow with other words at a step. */
const saying = (stepId: string, text: string) =>
  ({ ...flow, steps: { ...flow.steps, [stepId]: { ...flow.steps[stepId], text } } }) as FlowDefinition;

describe('scripted conversations', () => {
  it.each(examples)('of %s take as many connections as counted by hand', async (name) => {
    const definition: FlowDefinition = read(name);
    const { runs, coverage } = await runScripts(definition, read(`${name}.conversations`), []);
    expect(runs.every(({ ok }) => ok)).toBe(true);
    const all = Object.entries(definition.steps).flatMap(([id, step]) => connectionsFrom(id, step));
    expect(coverage.all).toBe(all.length);
    expect(coverage.walked + coverage.left.length).toBe(coverage.all);
    expect(coverage.left.every((path) => all.some((way) => way.path === path))).toBe(true);
    // A way that is counted as left can be taken away without any of them noticing.
    for (const path of coverage.left.slice(0, 4)) {
      const cut = structuredClone(definition);
      const keys = path.split('.');
      const last = keys.pop() ?? '';
      const holder = keys.reduce<Record<string, unknown>>(
        (object, key) => object[key] as Record<string, unknown>,
        cut as unknown as Record<string, unknown>,
      );
      delete holder[last];
      const after = await runScripts(cut, read(`${name}.conversations`), []);
      expect([path, after.runs.every(({ ok }) => ok)]).toEqual([path, true]);
    }
  });

  it('a failing row is named, accepts the new reply, and changes nothing else', async () => {
    const [script = {}] = scripts;
    const changed = saying('shipped', 'Order {{ number }} is coming.');
    const failed = await run(script, changed);
    const rows = rowsOf(script, failed.traced);
    const row = rowOfStep(rows, failed.step ?? 0);
    expect(row?.action).toEqual({ user: '1001' });
    if (!row) return;
    const accepted = acceptRow(script, row);
    expect(await run(accepted, changed)).toMatchObject({ ok: true });
    expect(JSON.stringify(accepted)).toBe(
      JSON.stringify(script).replace('Order 1001 is on its way: a lamp, 2.', 'Order 1001 is coming.'),
    );
  });

  it('an added and a missing reply are accepted where they occur', async () => {
    const [script = {}] = scripts;
    const more = structuredClone(flow) as { steps: Record<string, object> };
    more.steps.shipped = { ...more.steps.shipped, next: 'extra' };
    more.steps.extra = { kind: 'message', text: 'One more.', next: 'more' };
    const longer = more as FlowDefinition;
    const traced = (await run(script, longer)).traced;
    const accepted = acceptAll(script, traced);
    expect(await run(accepted, longer)).toMatchObject({ ok: true });
    const back = acceptAll(accepted, (await run(accepted)).traced);
    expect(back).toEqual(script);
  });

  it('replies that may vary stay so when a new one is accepted, and can be made exact again', async () => {
    const [script = {}] = scripts;
    const loose = loosen(script, 3);
    const changed = saying('shipped', 'Something else.');
    expect(await run(loose, changed)).toMatchObject({ ok: true });
    expect(await run(loose)).toMatchObject({ ok: true });
    const { traced } = await run(loose, changed);
    expect(acceptAll(loose, traced)).toEqual(loose);
    const row = rowsOf(loose, traced).find(({ expected }) => expected.some(({ index }) => index === 3));
    if (!row) throw new Error('the row is there');
    const exact = tighten(loose, row, 3);
    expect(exact).toEqual(
      JSON.parse(JSON.stringify(script).replace('Order 1001 is on its way: a lamp, 2.', 'Something else.')),
    );
    const silent = saying('shipped', ' ');
    expect(await run(loose, silent)).toMatchObject({ ok: false });
    expect(await run({ ...loose, steps: [{ user: 'hi' }, { expect: { replies: 2 } }] })).toMatchObject({
      ok: false,
      message: 'expected 2 replies, the flow said 1',
    });
  });

  it('further expectations can be added from the current state, and removed', async () => {
    const [script = {}] = scripts;
    const { traced } = await run(script);
    const [first] = rowsOf(script, traced);
    if (!first) throw new Error('the row is there');
    const more = expectAlso(script, first, 'step');
    expect(await run(more)).toMatchObject({ ok: true });
    const [grown] = rowsOf(more, traced);
    if (!grown) throw new Error('the row is there');
    const most = expectAlso(more, grown, 'variables.number');
    expect(most.steps).toContainEqual({ expect: { step: 'ask_number', variables: { number: '' } } });
    const expected = { step: 'ask_number', variables: { number: '' } };
    const less = expectNot(most, 2, expected, 'variables.number');
    expect(less).toEqual(more);
    expect(expectNot(less, 2, { step: 'ask_number' }, 'step')).toEqual(script);
  });

  it('an invalid test says why, and does not stop others', async () => {
    const { runs } = await runScripts(flow, [{ steps: [{ says: 'hi' }] }, scripts[0]], []);
    expect(runs.map(({ ok }) => ok)).toEqual([false, true]);
    expect(runs[0]?.message).toContain('steps.0');
  });
});
