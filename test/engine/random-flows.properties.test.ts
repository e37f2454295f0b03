import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FlowDefinition } from '../../src/contract/flow.ts';
import { limits } from '../../src/contract/limits.ts';
import { FlowEngineError } from '../../src/engine/errors.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { validateFlow } from '../../src/engine/validate.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const way = fc.constantFrom(...ids, 'end');
/** Each names something that may be missing; none computes with kinds that don't go together. */
const expression = fc.constantFrom(
  'x',
  'y',
  'message.text',
  'message.metadata.k',
  'message.metadata.k.l.m',
  'message.user.email',
  'error.code',
  'now.date',
  'x == y',
  'x != null',
  'size(items)',
  'items[3]',
  'items.map(i, i.k)',
  'items.filter(i, i.k == y)',
  'message.metadata.k == "v" || x == "1"',
  '!(x == y)',
  'x == y ? x : y',
  'join(items, ",")',
  '"n " + size(items)',
  'has(message.metadata.k.l)',
  'error.status > 3',
  'x in items',
);
const template = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 8 }).map((text) => text.replaceAll('{', '')),
      expression.map((e) => `{{ ${e} }}`),
    ),
    { maxLength: 3 },
  )
  .map((parts) => parts.join(' '));
const text = fc.oneof(template, fc.record({ en: template, de: template }));
const step = fc.oneof(
  fc.record({ kind: fc.constant('message'), text, next: way }),
  fc.record({ kind: fc.constant('set'), assign: fc.record({ y: expression }), next: way }),
  fc.record({
    kind: fc.constant('branch'),
    branches: fc.array(fc.record({ when: expression, next: way }), { minLength: 1, maxLength: 3 }),
    otherwise: way,
  }),
  fc.record({ kind: fc.constant('question'), text, saveAs: fc.constant('x'), next: way }),
  fc.record({
    kind: fc.constant('question'),
    text,
    choices: fc.record({ from: fc.constant('items'), label: template }),
    saveAs: fc.constant('x'),
    next: way,
    onInvalid: way,
  }),
  fc.record({
    kind: fc.constant('question'),
    text,
    validate: fc.record({ type: fc.constantFrom('number', 'text', 'date') }),
    saveAs: fc.constant('z'),
    next: way,
    onInvalid: way,
  }),
  fc.record({
    kind: fc.constant('http'),
    method: fc.constant('GET'),
    url: fc.constant('https://a.example/{{ x }}'),
    saveAs: fc.constant({ y: 'response.body.k' }),
    next: way,
    onError: way,
  }),
  fc.record({ kind: fc.constant('handoff'), reason: template, next: way }),
  fc.record({ kind: fc.constant('wait'), minutes: fc.constant(5), onReply: way, next: way }),
  fc.record({
    kind: fc.constant('question'),
    text,
    remindAfterMinutes: fc.constant(5),
    remindText: text,
    onSilence: way,
    saveAs: fc.constant('x'),
    next: way,
  }),
);
const flow = fc.record({
  id: fc.constant('flow'),
  version: fc.constant(1),
  start: fc.constant('a'),
  variables: fc.constant({ items: [{ k: 1 }, {}, null], x: null, y: null, z: null }),
  triggers: fc.constant([{ words: ['back'], next: 'end', return: true }]),
  steps: fc.tuple(step, step, step, step, step).map((steps) => ({
    ...Object.fromEntries(steps.map((each, n) => [ids[n], each])),
    end: { kind: 'end' },
  })),
});
const said = fc.array(
  fc.oneof(fc.constantFrom('1', 'back', '2025-01-31', 'v', ''), fc.string({ unit: 'grapheme' })),
  { minLength: 1, maxLength: 5 },
);

/** With the steps that no way leads to taken out, until there are none. */
function reachable(definition: unknown): FlowDefinition | null {
  let tried = definition as { steps: Record<string, unknown> };
  for (let n = 0; n < 6; n += 1) {
    const result = validateFlow(tried);
    if (result.ok) return result.flow;
    const lonely = new Set(
      result.errors.flatMap(({ path, message }) =>
        message === 'no connection leads to this step' ? [path.slice(6)] : [],
      ),
    );
    if (lonely.size === 0) return null;
    tried = {
      ...tried,
      steps: Object.fromEntries(Object.entries(tried.steps).filter(([id]) => !lonely.has(id))),
    };
  }
  return null;
}

describe('any valid flow, with any input', () => {
  it('ends each turn without an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        flow,
        said,
        fc.dictionary(fc.constantFrom('k', 'o'), fc.jsonValue({ maxDepth: 2 })),
        async (definition, texts, metadata) => {
          const valid = reachable(definition);
          fc.pre(valid !== null);
          let state: FlowState | null = null;
          for (const [n, text] of texts.entries()) {
            if (state?.status === 'handoff') state = null;
            const message = messageOf(text, { messageId: `message-${n}`, metadata, user: { id: 'v' } });
            const parts = { handOverBackground: false } as const;
            const { deps } = turnOf(valid as FlowDefinition, state, parts);
            state = ended(await processInbound(message, deps)).state;
            // Sometimes nobody answers for long.
            for (let wakes = 0; text === '' && state.wake; wakes += 1) {
              expect(wakes).toBeLessThan(limits.wakesInARow);
              const silent = { ...message, text: '', messageId: `woken-${n}-${wakes}` };
              const woken = turnOf(valid as FlowDefinition, state, { ...parts, woken: true });
              state = ended(await processInbound(silent, woken.deps)).state;
            }
          }
        },
      ),
      { numRuns: 150, maxSkipsPerRun: 40 },
    );
  });
});

describe('any input', () => {
  it('is validated without throwing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything({ maxDepth: 5 }),
          fc.record({
            id: fc.anything(),
            version: fc.anything(),
            start: fc.anything(),
            triggers: fc.anything(),
            steps: fc.dictionary(
              fc.string(),
              fc.oneof(
                fc.anything(),
                fc.record({
                  kind: fc.constantFrom('message', 'question', 'branch', 'call'),
                  text: fc.anything(),
                  next: fc.anything(),
                  branches: fc.anything(),
                  choices: fc.anything(),
                }),
              ),
            ),
          }),
        ),
        (definition) => {
          const result = validateFlow(definition);
          expect(typeof result.ok).toBe('boolean');
        },
      ),
      { numRuns: 500 },
    );
  });

  it("runs as a flow without other errors than the engine's", async () => {
    await fc.assert(
      fc.asyncProperty(flow, said, async (definition, texts) => {
        const message = messageOf(texts[0] ?? '', { user: { id: 'v' } });
        const { deps } = turnOf(definition as unknown as FlowDefinition, null, { handOverBackground: false });
        await processInbound(message, deps).catch((error) => expect(error).toBeInstanceOf(FlowEngineError));
      }),
      { numRuns: 200 },
    );
  });
});
