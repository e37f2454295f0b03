import { expect, it } from 'vitest';
import { Outbox } from '../../src/widget/outbox.ts';
import { openStore } from '../../src/widget/store.ts';
import { memoryStore } from '../support/memory-store.ts';

/** The browser's storage; full when told so. */
function fakeStorage(): Storage & { full: boolean } {
  const kept = new Map<string, string>();
  return {
    full: false,
    get length() {
      return kept.size;
    },
    key: (n) => [...kept.keys()][n] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (this.full) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

it('keeps to its own names', () => {
  const storage = fakeStorage();
  storage.setItem('other:out:1', 'x');
  const store = openStore('mine:', () => storage);
  store.write('out:2', 'b');
  store.write('out:1', 'a');
  expect(store.names('out:')).toEqual(['out:1', 'out:2']);
  store.write('out:1', null);
  expect(store.names('out:')).toEqual(['out:2']);
  expect(storage.getItem('other:out:1')).toBe('x');
});

it('keeps in memory what a full storage does not accept', () => {
  const storage = fakeStorage();
  const store = openStore('mine:', () => storage);
  store.write('draft', 'old');
  storage.full = true;
  store.write('draft', 'new');
  expect(store.read('draft')).toBe('new');
  storage.full = false;
  store.write('draft', 'newer');
  expect(openStore('mine:', () => storage).read('draft')).toBe('newer');
});

it('an outbox skips entries that another script has broken', () => {
  const store = memoryStore();
  const outbox = new Outbox(store, () => 0);
  const { id } = outbox.add('kept');
  store.write('out:1', '{');
  store.write('out:2', '{"text":7}');
  expect(outbox.list().map((item) => item.id)).toEqual([id]);
});
