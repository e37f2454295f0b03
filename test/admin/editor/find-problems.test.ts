import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ScriptPlayer } from '../../../src/admin/features/editor/chat/chat-worker.ts';
import { runScripts } from '../../../src/admin/features/editor/chat/run-scripts.ts';
import type { FlowDocument } from '../../../src/admin/features/editor/document/document.ts';
import { findProblems } from '../../../src/admin/features/editor/problems/find-problems.ts';
import { findUnscripted } from '../../../src/admin/features/editor/problems/script-warnings.ts';
import { FlowStore } from '../../../src/admin/features/editor/store/flow-store.ts';
import { EngineClient, type EngineWorker } from '../../../src/admin/features/flows/view/engine-client.ts';
import type { FromEngine, ToEngine } from '../../../src/admin/features/flows/view/engine-jobs.ts';
import { EngineService } from '../../../src/admin/features/flows/view/engine-service.ts';
import { flowDefinition } from '../../../src/contract/flow.ts';
import type { FlowProblem } from '../../../src/engine/problems.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const first: FlowDocument = {
  definition: {
    start: 'hello',
    steps: {
      hello: { kind: 'message', text: { en: 'Hello', de: 'Hallo' }, next: 'bye' },
      bye: { kind: 'end', text: { en: 'Bye' } },
    },
  },
  layout: {},
  conversations: [],
};

/** The worker's own desk, which takes so long to answer. */
function engine(takesMs: number) {
  const desk = new EngineService();
  const worker: EngineWorker = {
    onmessage: null,
    postMessage({ id, job }: ToEngine) {
      if (job.do !== 'check') return;
      const result = desk.check(job.definition, job.surroundings);
      setTimeout(() => worker.onmessage?.({ data: { id, result } } as MessageEvent<FromEngine>), takesMs);
    },
    terminate: () => undefined,
  };
  return new EngineClient(() => worker);
}

const drawn = { flowId: 'drawn', resources: null };
const noScripts = { state: createStore((): readonly FlowProblem[] => []) };
const text = ['definition', 'steps', 'hello', 'text', 'en'];

it('a problem is found half a second after the change that caused it, though the engine is slow', async () => {
  const store = new FlowStore(first, () => Date.now());
  const faults = findProblems(store, drawn, engine(100), noScripts);
  await vi.advanceTimersByTimeAsync(100);
  expect(faults.state.getState().all).toEqual([]);
  store.do({ do: 'edit', path: text, value: 'Hello {{ nam }}' });
  await vi.advanceTimersByTimeAsync(500);
  expect(faults.state.getState().all).toMatchObject([
    { card: 'hello', path: text, message: 'there is no variable nam' },
  ]);
  faults.stop();
});

it('a user who keeps typing gets answers all the same, and the last one counts', async () => {
  const store = new FlowStore(first, () => Date.now());
  const faults = findProblems(store, drawn, engine(100), noScripts);
  const heard: number[] = [];
  faults.state.subscribe(() => heard.push(faults.state.getState().all.length));
  for (let n = 0; n < 20; n += 1) {
    store.do({ do: 'edit', path: text, value: `Hello {{ nam${'e'.repeat(n)} }}` });
    await vi.advanceTimersByTimeAsync(60);
  }
  store.do({ do: 'edit', path: text, value: 'Hello' });
  await vi.advanceTimersByTimeAsync(500);
  expect(heard.length).toBeGreaterThan(2);
  expect(faults.state.getState().all).toEqual([]);
  faults.stop();
});

it('a new step shows no problem until it is left; a missing language is a warning', async () => {
  const store = new FlowStore(first, () => Date.now());
  const faults = findProblems(store, drawn, engine(10), noScripts);
  await vi.advanceTimersByTimeAsync(100);
  expect(faults.state.getState().warnings).toMatchObject([
    { card: 'bye', message: 'has no translation for de: visitors read it in en' },
  ]);
  store.do({ do: 'add', id: 'more', step: { kind: 'message', text: '' } }, ['more']);
  await vi.advanceTimersByTimeAsync(500);
  expect(faults.state.getState().byCard.has('more')).toBe(false);
  store.select(['hello']);
  expect(faults.state.getState().byCard.has('more')).toBe(true);
  faults.stop();
});

it('a problem hides no warning', async () => {
  const store = new FlowStore(first, () => Date.now());
  const faults = findProblems(store, drawn, engine(10), noScripts);
  store.do({ do: 'edit', path: text, value: 'Hello {{ nam }}' });
  store.do({ do: 'add', id: 'more', step: { kind: 'end', text: '{{ 1 + }}' } });
  store.select(['hello']);
  await vi.advanceTimersByTimeAsync(500);
  expect(faults.state.getState().all.map(({ card }) => card)).toEqual(['more', 'hello', 'more']);
  expect(faults.state.getState().warnings).toMatchObject([{ card: 'bye' }]);
  faults.stop();
});

it('a step that no test reaches is a warning once typing pauses, and none where there are no tests', async () => {
  const store = new FlowStore(first, () => Date.now());
  let played = 0;
  const scripts = findUnscripted(store, async ({ definition, conversations }) => {
    played += 1;
    const { warnings } = await runScripts(
      flowDefinition.parse({ ...definition, id: 'drawn', version: 1 }),
      conversations,
      [],
    );
    return warnings;
  });
  const faults = findProblems(store, drawn, engine(10), scripts);
  const unreached = () =>
    faults.state.getState().warnings.filter(({ message }) => message.startsWith('no test reaches'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect([played, unreached()]).toEqual([0, []]);
  store.do({
    do: 'edit',
    path: ['conversations'],
    value: [{ steps: [{ user: 'hi' }, { expect: { replies: 2 } }] }],
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect([played, unreached()]).toEqual([1, []]);
  store.do({ do: 'edit', path: ['definition', 'triggers'], value: [{ words: ['help'], next: 'more' }] });
  store.do({ do: 'edit', path: ['definition', 'steps', 'more'], value: { kind: 'end', text: 'Advanced' } });
  await vi.advanceTimersByTimeAsync(2_000);
  expect([played, unreached()]).toMatchObject([2, [{ card: 'more', message: 'no test reaches this step' }]]);
  faults.stop();
  scripts.stop();
});

it('a queue, a flow and a secret that the tenant lacks are problems while the flow is edited', async () => {
  const store = new FlowStore(first, () => Date.now());
  const resources = { queues: ['default'], flows: ['other'], secrets: { SHOP: { hosts: ['shop.example'] } } };
  const faults = findProblems(store, { flowId: 'drawn', resources }, engine(10), noScripts);
  const change = (step: object) =>
    store.do({ do: 'edit', path: ['definition', 'steps', 'bye'], value: { ...step } });
  const found = async (step: object) => {
    change(step);
    await vi.advanceTimersByTimeAsync(500);
    return faults.state.getState().all.map(({ message }) => message);
  };
  expect(await found({ kind: 'handoff', reason: 'help', queue: 'billing' })).toEqual([
    'there is no queue billing; the tenant has default',
  ]);
  expect(await found({ kind: 'handoff', reason: 'help', queue: 'default' })).toEqual([]);
  expect(await found({ kind: 'call', flow: 'gone', next: 'hello' })).toHaveLength(1);
  expect(await found({ kind: 'call', flow: 'other', next: 'hello' })).toEqual([]);
  const call = { kind: 'http', method: 'GET', url: 'https://shop.example/', next: 'hello', onError: 'hello' };
  const secrets = (messages: string[]) => messages.filter((message) => message.includes('secret'));
  expect(secrets(await found({ ...call, headers: { a: '{{ secrets.GONE }}' } }))).toHaveLength(1);
  expect(secrets(await found({ ...call, headers: { a: '{{ secrets.SHOP }}' } }))).toEqual([]);
  faults.stop();
});

it('the tests of a draft are played once for all who ask, and again for another draft or after a failure', async () => {
  let played = 0;
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: (event: object) => void = () => undefined;
      postMessage({ id }: { readonly id: number }) {
        played += 1;
        const answer = played === 1 ? { failure: 'not loaded' } : { result: { runs: [], warnings: [] } };
        queueMicrotask(() => this.onmessage({ data: { id, ...answer } }));
      }
      terminate() {}
    },
  );
  let calls = 0;
  const offline = () => {
    calls += 1;
    return Promise.reject(new Error('offline'));
  };
  const player = new ScriptPlayer(offline, 'drawn');
  const draft = { definition: first.definition, conversations: [{ steps: [] }] };
  await expect(player.run(draft)).rejects.toThrow('not loaded');
  await Promise.all([player.run(draft), player.run(draft)]);
  expect(played).toBe(2);
  await player.run({ ...draft, conversations: [] });
  expect([played, calls]).toEqual([3, 0]);
  // A called flow that could not be loaded is loaded again.
  const calling = { ...draft, definition: { steps: { a: { kind: 'call', flow: 'other' } } } };
  await player.run(calling);
  await player.run(calling);
  expect([played, calls]).toEqual([5, 2]);
});
