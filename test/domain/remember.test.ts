import { expect, it } from 'vitest';
import { remember } from '../../src/aws/items.ts';

it('a value that is not to be cached is loaded again', async () => {
  const values = [null, 'found', 'never asked for'];
  const cached = remember<string | null | undefined>({
    forMs: 1_000,
    nowMs: () => 0,
    limit: 10,
    worthKeeping: (value) => value !== null,
  });
  const load = async () => values.shift();
  expect([await cached('k', load), await cached('k', load), await cached('k', load)]).toEqual([
    null,
    'found',
    'found',
  ]);
});

it('a load that fails late does not remove a later one', async () => {
  const clock = { ms: 0 };
  const cached = remember<string>({ forMs: 1_000, nowMs: () => clock.ms, limit: 10 });
  const late = Promise.withResolvers<string>();
  const first = cached('k', () => late.promise);
  clock.ms = 1_000;
  await cached('k', async () => 'second');
  late.reject(new Error('late'));
  await expect(first).rejects.toThrow('late');
  expect(await cached('k', async () => 'third')).toBe('second');
});

it('the cache holds as many keys as it says, and drops the oldest first', async () => {
  const cached = remember<string>({ forMs: 1_000, nowMs: () => 0, limit: 2 });
  const ask = (key: string, value: string) => cached(key, async () => value);
  for (const key of ['one', 'two', 'three']) await ask(key, 'first');
  expect(await ask('two', 'again')).toBe('first');
  expect(await ask('three', 'again')).toBe('first');
  expect(await ask('one', 'again')).toBe('again');
});

it('a reloaded value counts as the newest', async () => {
  const cached = remember<string>({ forMs: 1_000, nowMs: () => 0, limit: 2 });
  const ask = (key: string, value: string, anew = false) => cached(key, async () => value, anew);
  await ask('one', 'first');
  await ask('two', 'first');
  await ask('one', 'anew', true);
  await ask('three', 'first');
  expect(await ask('one', 'again')).toBe('anew');
  expect(await ask('two', 'again')).toBe('again');
});
