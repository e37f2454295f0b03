import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type ApiFailure, type Call } from '../../../src/admin/api/api.ts';
import type { OptionsOf } from '../../../src/admin/api/routes.ts';
import { type FlowDocument, stepPath } from '../../../src/admin/features/editor/document/document.ts';
import { DraftSaver, type StoredWork } from '../../../src/admin/features/editor/saving/draft-saver.ts';
import { FlowStore } from '../../../src/admin/features/editor/store/flow-store.ts';

const first: FlowDocument = {
  definition: {
    start: 'hello',
    steps: { hello: { kind: 'message', text: 'Hello', next: 'bye' }, bye: { kind: 'end', text: 'Bye' } },
  },
  layout: {},
  conversations: [],
};

type Asked = OptionsOf<'PUT', '/v1/admin/flows/{flowId}/draft'>;

/** A service that has one draft, and a device beside it. */
function workplace() {
  const service = {
    document: first,
    version: 1,
    puts: [] as FlowDocument[],
    failure: null as ApiFailure | null,
  };
  const kept: { last: StoredWork | null; isSaved: boolean; left: StoredWork | null } = {
    ...{ last: null, isSaved: true, left: null },
  };
  let release: (() => void) | null = null;
  const hold = { isOn: false, release: () => release?.() };
  const call = (async (method: string, path: string, _: unknown, asked: Asked) => {
    if (service.failure) throw new ApiError(service.failure);
    if (method === 'PUT') {
      const { body, header } = asked;
      service.puts.push(body as FlowDocument);
      if (hold.isOn) await new Promise<void>((resolve) => (release = resolve));
      if (header?.['if-match'] !== `e${service.version}`) throw new ApiError('changed');
      service.document = body as FlowDocument;
      service.version += 1;
    }
    const answer = path.endsWith('/draft')
      ? { ...service.document, by: { id: 'g', email: 'grace@acme.example' } }
      : {};
    return { body: answer, etag: `e${service.version}` };
  }) as unknown as Call;
  const store = new FlowStore(first, () => Date.now());
  const journal = {
    read: async () => null,
    write: async (_: string, last: StoredWork, isSaved: boolean) =>
      void Object.assign(kept, { last, isSaved }),
    leave: (_: string, left: StoredWork) => void Object.assign(kept, { left }),
  };
  const saver = new DraftSaver(
    { document: first, etag: 'e1' },
    { store, journal, call, flowId: 'f', nowMs: Date.now },
  );
  const type = (id: string, text: string) =>
    store.do({ do: 'edit', path: stepPath(id, 'text'), value: text });
  const theySave = (id: string, text: string) => {
    const steps = service.document.definition.steps as Record<string, object>;
    const definition = { ...service.document.definition, steps: { ...steps, [id]: { ...steps[id], text } } };
    service.document = { ...service.document, definition: definition as FlowDocument['definition'] };
    service.version += 1;
  };
  const textOf = (document: FlowDocument, id: string) =>
    (document.definition.steps as Record<string, { text: string }>)[id]?.text;
  return { service, kept, hold, store, saver, type, theySave, textOf };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what is typed', () => {
  it('is on the device in 300 ms, and on the server 1.5 s after the last key', async () => {
    const { service, kept, saver, type, textOf } = workplace();
    type('hello', 'H');
    expect(saver.state.getState().saving.kind).toBe('saving');
    await vi.advanceTimersByTimeAsync(300);
    expect(kept.last && textOf(kept.last.history.present, 'hello')).toBe('H');
    expect(kept.isSaved).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    type('hello', 'Hi');
    await vi.advanceTimersByTimeAsync(1_499);
    expect(service.puts).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(service.puts.map((one) => textOf(one, 'hello'))).toEqual(['Hi']);
    expect(saver.state.getState().saving.kind).toBe('saved');
    expect(kept.isSaved).toBe(true);
  });

  it('is kept before a page is left, unless the server has all of it', async () => {
    const { kept, saver, type, textOf } = workplace();
    saver.leave();
    expect(kept.left).toBeNull();
    type('hello', 'H');
    saver.leave();
    expect(kept.left && textOf(kept.left.history.present, 'hello')).toBe('H');
    expect(kept.isSaved).toBe(false);
  });

  it('is saved after 10 s at the latest, however long the user types', async () => {
    const { service, type } = workplace();
    for (let n = 0; n < 11; n += 1) {
      type('hello', `${n}`);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(service.puts.length).toBeGreaterThanOrEqual(1);
  });

  it('is sent by one request at a time', async () => {
    const { service, hold, saver, type, textOf } = workplace();
    hold.isOn = true;
    type('hello', 'one');
    await vi.advanceTimersByTimeAsync(1_500);
    type('hello', 'two');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(service.puts).toHaveLength(1);
    hold.isOn = false;
    hold.release();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(service.puts.map((one) => textOf(one, 'hello'))).toEqual(['one', 'two']);
    expect(saver.state.getState().saving.kind).toBe('saved');
  });

  it('waits on the device while offline, and is sent on reconnecting', async () => {
    const { service, kept, saver, type, textOf } = workplace();
    service.failure = 'outage';
    type('hello', 'Hi');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(saver.state.getState().saving.kind).toBe('kept');
    expect(kept.isSaved).toBe(false);
    service.failure = null;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(textOf(service.document, 'hello')).toBe('Hi');
    expect(saver.state.getState().saving.kind).toBe('saved');
  });

  it('is saved at the first try after the draft was published here, and merged when another was', async () => {
    const { service, saver, type, theySave, textOf } = workplace();
    service.version = 2;
    saver.renumber('e1', 'e2');
    type('hello', 'Hi');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(service.puts).toHaveLength(1);
    expect(saver.state.getState().saving.kind).toBe('saved');
    theySave('bye', 'See you');
    service.version = 5;
    saver.renumber('e4', 'e5');
    type('hello', 'Hello');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(service.puts).toHaveLength(3);
    expect(['hello', 'bye'].map((id) => textOf(service.document, id))).toEqual(['Hello', 'See you']);
  });

  it('is reported as unsaved when it was rejected', async () => {
    const { service, saver, type } = workplace();
    service.failure = 'role';
    type('hello', 'Hi');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(saver.state.getState().saving).toMatchObject({ kind: 'refused', error: { failure: 'role' } });
  });
});

describe("another user's save", () => {
  it('is merged with the local changes, as one entry to undo, when it is another field', async () => {
    const { service, saver, store, type, theySave, textOf } = workplace();
    theySave('bye', 'See you');
    type('hello', 'Hi');
    await vi.advanceTimersByTimeAsync(1_500);
    expect(textOf(service.document, 'hello')).toBe('Hi');
    expect(textOf(service.document, 'bye')).toBe('See you');
    expect(saver.state.getState()).toMatchObject({
      saving: { kind: 'saved' },
      news: { kind: 'merged', who: 'grace@acme.example', steps: 1 },
    });
    expect(store.state.getState().past.map(({ label }) => label.name)).toEqual(['edit', 'merge']);
  });

  it('is noticed by polling before it conflicts', async () => {
    const { saver, store, theySave, textOf } = workplace();
    theySave('bye', 'See you');
    await saver.look();
    expect(textOf(store.document, 'bye')).toBe('See you');
    expect(saver.state.getState().saving.kind).toBe('saved');
  });

  it('is not overwritten unseen in the same field: nothing is saved until the user has chosen', async () => {
    const { service, saver, type, theySave, textOf } = workplace();
    theySave('hello', 'Good day');
    type('hello', 'Hi');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(saver.state.getState()).toMatchObject({ saving: { kind: 'overlap' }, who: 'grace@acme.example' });
    expect(textOf(service.document, 'hello')).toBe('Good day');
    type('bye', 'See you');
    // A third one saves meanwhile.
    theySave('bye', 'So long');
    await saver.resolve([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.state.getState().overlaps.map(({ mine, theirs }) => [mine, theirs])).toEqual([
      ['See you', 'So long'],
    ]);
    await saver.resolve(saver.state.getState().overlaps);
    expect([textOf(service.document, 'hello'), textOf(service.document, 'bye')]).toEqual(['Hi', 'So long']);
    expect(saver.state.getState().saving.kind).toBe('saved');
  });
});
