import { expect, it } from 'vitest';
import { flowDefinition } from '../../src/contract/flow.ts';
import { runScript } from '../../src/engine/run-script.ts';
import { findScriptWarnings } from '../../src/warnings/find-flow-warnings.ts';

const flow = flowDefinition.parse({
  ...{ id: 'walked', version: 1, start: 'hello' },
  triggers: [{ words: ['help'], next: 'helped' }],
  steps: {
    hello: { kind: 'message', text: 'Hello', next: 'think' },
    think: {
      ...{ kind: 'llm', system: 'You help.', prompt: 'Hi', saveAs: 'said', next: 'bye', onError: 'failed' },
      tools: [{ step: 'look', description: 'finds an order' }],
    },
    look: { kind: 'http', method: 'GET', url: 'https://shop.example/', next: 'bye', onError: 'bye' },
    failed: { kind: 'end', text: 'Sorry' },
    bye: { kind: 'end', text: 'Bye' },
    helped: { kind: 'end', text: 'Help' },
  },
});
const reached = async (script: object) => (await runScript(flow, script)).steps;
const left = (...scripts: readonly (readonly string[])[]) =>
  findScriptWarnings(flow, scripts).map(({ path }) => path);

it('names the steps that no test reaches: by connections, by keywords, as tools', async () => {
  const plain = await reached({ llm: ['x'], steps: [{ user: 'hi' }, { expect: { replies: 2 } }] });
  expect(left(plain)).toEqual(['steps.look', 'steps.failed', 'steps.helped']);
  const helped = await reached({ steps: [{ user: 'help' }, { expect: 'Help' }] });
  const asked = await reached({
    llm: [{ calls: [{ tool: 'look' }] }, 'x'],
    http: [{ body: {} }],
    steps: [{ user: 'hi' }],
  });
  expect(left(plain, helped, asked)).toEqual(['steps.failed']);
});

it('has no warning for a flow without tests', () => {
  expect(left()).toEqual([]);
});
