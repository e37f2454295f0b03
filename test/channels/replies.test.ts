import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitChoices, fitLabel, numberedText } from '../../src/channels/replies/choices.ts';
import { isPassing, retryAfterMs } from '../../src/channels/replies/provider-answer.ts';
import { splitText } from '../../src/channels/replies/split-text.ts';
import { matchChoice } from '../../src/engine/read-answer.ts';

const anyText = fc.string({ unit: 'grapheme', maxLength: 300 });

describe('a label', () => {
  it.each([
    ['Yes', 20, 'Yes'],
    ['  Yes,\n please ', 20, 'Yes, please'],
    ['exactly twenty chars', 20, 'exactly twenty chars'],
    ['just over twenty chars', 20, 'just over twenty ch…'],
    ['Talk to our family 👨‍👩‍👧‍👦 team', 24, 'Talk to our family…'],
  ])('%j fits into %i as %j', (label, chars, fitted) => {
    expect(fitLabel(label, chars)).toBe(fitted);
  });

  it('never exceeds the limit and never holds half a character', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 72 }), (label, chars) => {
        const fitted = fitLabel(label, chars);
        expect(fitted.length).toBeLessThanOrEqual(chars);
        expect(fitted.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('choices', () => {
  const lenient = { count: 3, titleChars: 20, valueChars: 10 };
  const limits = { ...lenient, refusesSpaces: true } as const;
  const choice = (label: string, value = label) => ({ label, value });

  it('keep their values whole when their labels are cut', () => {
    expect(fitChoices([choice('A label that is far too long', 'value-0001')], limits)).toEqual([
      { title: 'A label that is far…', value: 'value-0001', label: 'A label that is far too long' },
    ]);
  });

  it.each([
    ['there are none', []],
    ['there are too many', ['a', 'b', 'c', 'd'].map((label) => choice(label))],
    ['a value is too long', [choice('a', 'value-00001')]],
    ['a value is empty', [choice('a', '')]],
    ['a value has spaces around it', [choice('a', ' x')]],
    ['a label is blank', [choice(' ', 'a')]],
    [
      'two labels look the same once cut',
      ['1', '2'].map((n) => choice(`A label that is far too long ${n}`, n)),
    ],
    ['two have the same value', [choice('a', 'x'), choice('b', 'x')]],
  ])('are no buttons when %s', (_, choices) => {
    expect(fitChoices(choices, limits)).toBeNull();
  });

  it('keep the spaces around a value where the provider takes them', () => {
    const [fitted] = fitChoices([choice('a', ' x')], lenient) ?? [];
    expect(fitted?.value).toBe(' x');
  });

  it('become a numbered list whose numbers select the choices', () => {
    expect(numberedText('Pick one', [choice('Red', 'r'), choice('', 'green')])).toBe(
      'Pick one\n\n1. Red\n2. green',
    );
    const text = fc.string({ minLength: 1, maxLength: 5 });
    const choices = fc.uniqueArray(fc.record({ label: text, value: text }), {
      selector: ({ value }) => value,
      minLength: 1,
    });
    fc.assert(
      fc.property(choices, (some) => {
        const numbers = numberedText('', some)
          .split('\n')
          .flatMap((line) => /^(\d+)\. /.exec(line)?.[1] ?? []);
        for (const number of numbers.slice(0, some.length)) {
          expect(matchChoice(number, some)).toBe(some[Number(number) - 1]);
        }
      }),
    );
  });

  it('that are numbers themselves become a list without numbers', () => {
    expect(numberedText('How many?', [choice('2'), choice('1')])).toBe('How many?\n\n• 2\n• 1');
    expect(numberedText('How many?', [choice('٢'), choice('1️⃣')])).toBe('How many?\n\n• ٢\n• 1️⃣');
  });
});

describe('a long text', () => {
  it('is cut at the end of a line or a word', () => {
    expect(splitText('one two three four', 10)).toEqual(['one two', 'three four']);
    expect(splitText('one two\nthree', 11)).toEqual(['one two', 'three']);
    expect(splitText('abcdefghijkl', 5)).toEqual(['abcde', 'fghij', 'kl']);
    expect(splitText('abcd👋', 5)).toEqual(['abcd', '👋']);
    expect(splitText(' \n ', 5)).toEqual([]);
  });

  it('is cut between emoji and letters, not within', () => {
    const family = '👨\u200d👩\u200d👧';
    for (const letter of [family, '👍🏽', '🇩🇪', 'e\u0301', '한'.normalize('NFD')])
      for (const before of ['', 'a', 'aa', 'aaa'])
        for (const part of splitText(before + letter.repeat(40), 100)) {
          const own = part.replace(before, '');
          expect(own).toBe(letter.repeat(own.length / letter.length));
        }
  });

  it('loses nothing but white space, in parts within the limit', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 80 }), (text, chars) => {
        const parts = splitText(text, chars);
        expect(parts.every((part) => part.length <= chars && part !== '' && part.isWellFormed())).toBe(true);
        expect(parts.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});

describe("a provider's Retry-After", () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    [undefined, null],
    ['7', 7_000],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['0', 1_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 1_000],
    ['86400', 3_600_000],
    ['soon', null],
  ])('%s is %s ms', (header, ms) => {
    expect(retryAfterMs({ status: 429, headers: { 'retry-after': header }, body: '' }, nowMs)).toBe(ms);
  });

  it.each([
    [408, true],
    [429, true],
    [500, true],
    [503, true],
    [400, false],
    [401, false],
    [200, false],
  ])('status %i is temporary: %s', (status, passes) => {
    expect(isPassing({ status, headers: {}, body: '' })).toBe(passes);
  });
});
