import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packJson, unpackJson } from '../../src/aws/packed-json.ts';

it('packs what JSON can say so that it is read as it was, short or long', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(fc.jsonValue(), words, fc.integer({ min: 0, max: 60 }), (value, text, times) => {
      const record = { value: JSON.parse(JSON.stringify(value)), text: text.repeat(times) };

      expect(unpackJson(packJson(record))).toEqual(record);
    }),
  );
});

it.each([
  [1_350, 3],
  [2_000, 4],
])('packs %i characters of Chinese that are said twice as if once', (length, kilobytes) => {
  // Of 800 characters, the first ones most often.
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const answer = Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(800 ** next()))).join(
    '',
  );
  const packed = packJson({ variables: { answer }, history: [{ role: 'user', text: answer }] });

  expect(packed.length).toBeLessThan(kilobytes * 1_024);
});

it('packs a conversation of two kilobytes to a third', () => {
  const turn = (n: number) => ({
    role: n % 2 ? 'assistant' : 'user',
    text: `Where is order ${n * 7_919}, please?`,
  });
  const history = Array.from({ length: 40 }, (_, n) => turn(n));

  expect(JSON.stringify({ history }).length).toBeGreaterThan(2_000);
  expect(packJson({ history }).length).toBeLessThan(600);
});
