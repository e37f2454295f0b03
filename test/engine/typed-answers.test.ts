import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { StepOf } from '../../src/contract/flow.ts';
import { readAnswer } from '../../src/engine/read-answer.ts';
import { languages } from '../../src/engine/readers/chrono-languages.ts';
import { explain, retryTexts } from '../../src/engine/readers/explain.ts';
import type { Visitor } from '../../src/engine/readers/locale.ts';
import { readTyped } from '../../src/engine/readers/read-typed.ts';
import type { ReadableType } from '../../src/engine/readers/reading.ts';
import { foldText, normalizeTyped, trimTyped } from '../../src/engine/typed-text.ts';
import { languages as widgetLanguages } from '../../src/widget/pick-language.ts';
import { messageOf } from '../support/turn-of.ts';
import { choiceLists, dates, emails, numbers, phones, type Typed, times } from './fixtures/typed-answers.ts';

type Question = StepOf<'question'>;
const today = '2026-11-25';

/** What is saved, or what the bot asks about; null: asked again. */
async function answer(
  text: string,
  question: Partial<Question>,
  language?: string,
  known: Partial<Visitor> = {},
) {
  const choices = Array.isArray(question.choices)
    ? (question.choices as { label: string; value: string }[])
    : [];
  const read = await readAnswer(
    {
      question: { kind: 'question', text: '?', saveAs: 'x', next: 'y', ...question },
      choices,
      visitor: () => ({ language, clientLanguage: language, today, ...known }),
      bound: (rule) => rule,
      matches: () => false,
    },
    messageOf(text),
  );
  if (read.ok) return read.value;
  return read.problem?.kind === 'ambiguous' ? read.problem.values : null;
}

const tables = { number: numbers, phone: phones, date: dates, time: times, email: emails } satisfies Record<
  ReadableType,
  readonly Typed[]
>;
const types = Object.keys(tables) as ReadableType[];

describe.each(types)('an answer of type %s', (type) => {
  it.each(tables[type])('by a visitor of language %s: %j', async (language, typed, expected) => {
    expect(await answer(typed, { validate: { type } }, language)).toEqual(expected);
  });

  it('is tried with at least forty inputs', () => {
    expect(tables[type].length).toBeGreaterThanOrEqual(40);
  });
});

describe('the country of a visitor', () => {
  it.each<[ReadableType, string, string | undefined, Partial<Visitor>, unknown]>([
    ['phone', '0170 1234567', 'en', { phone: '4915112345678' }, '+491701234567'],
    ['phone', '0170 1234567', 'en', { phone: '+49 151 12345678' }, '+491701234567'],
    ['phone', '0170 1234567', 'en-US', { country: 'DE' }, '+491701234567'],
    ['phone', '0170 1234567', 'en-GB', { country: 'DE' }, null],
    ['phone', '1701234567', 'en-US', { country: 'DE' }, null],
    ['phone', '0170 1234567', 'de-XX', { country: 'DE' }, null],
    ['phone', '0170 1234567', 'de-DE', { phone: '12' }, '+491701234567'],
    ['phone', '416 967 1111', 'en-US', { country: 'CA' }, '+14169671111'],
    ['date', '03/04/2026', 'en', { phone: '12127365000' }, '2026-03-04'],
    ['date', '03/04/2026', 'en', { phone: '447911123456' }, '2026-04-03'],
    ['date', '03/04/2026', 'en', { country: 'US' }, '2026-03-04'],
    ['number', '1.000', 'de', { country: 'US' }, [1, 1000]],
    ['number', '1.000', undefined, { country: 'DE' }, 1000],
  ])('decides what a %s is: %j in %s of %j', async (type, typed, language, known, expected) => {
    expect(await answer(typed, { validate: { type } }, language, known)).toEqual(expected);
  });
});

describe.each(choiceLists)('of the choices %j', (labels, typed) => {
  const choices = labels.map((label, n) => ({ label, value: `value of ${n}` }));
  it.each(typed)('%j matches %j', async (text, label) => {
    const expected = label === null ? null : `value of ${labels.indexOf(label)}`;
    expect(await answer(text, { choices })).toBe(expected);
  });
});

it('the inputs are of eight scripts and of all languages of the widget', () => {
  const all = [
    ...Object.values(tables).flat(),
    ...choiceLists.flatMap(([, typed]) => typed.map(([text]) => ['', text])),
  ];
  const scripts = [
    'Latin',
    'Arabic',
    'Cyrillic',
    'Greek',
    'Hebrew',
    'Devanagari',
    'Thai',
    'Han',
    'Hiragana',
    'Hangul',
  ];
  const written = all.map(([, text]) => text).join('');
  expect(scripts.filter((script) => !new RegExp(`\\p{Script=${script}}`, 'u').test(written))).toEqual([]);
  const spoken = new Set(all.map(([language]) => language?.split('-')[0]));
  expect(widgetLanguages.filter((language) => !spoken.has(language))).toEqual([]);
  expect(choiceLists.flatMap(([, typed]) => typed).length).toBeGreaterThanOrEqual(40);
});

it('every decimal digit of Unicode is read as its value', () => {
  const digits = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((char) => /\p{Nd}/u.test(char));
  expect(digits.length).toBeGreaterThan(600);
  expect(digits.filter((char) => !/^\d$/.test(normalizeTyped(char)))).toEqual([]);
  // Where Unicode maps one to a plain digit itself, it is the same.
  const compatible = digits.filter((char) => /^\d$/.test(char.normalize('NFKC')));
  expect(compatible.filter((char) => normalizeTyped(char) !== char.normalize('NFKC'))).toEqual([]);
});

describe('the explanation of a rejected answer', () => {
  const visitor = (language: string) => ({ language, today });

  it('is written in every language of the widget, each with its example', () => {
    expect(Object.keys(retryTexts).sort()).toEqual([...widgetLanguages].sort());
    for (const texts of Object.values(retryTexts)) {
      expect(Object.values(texts).filter((text) => !/\p{L}{2}|\p{Lo}/u.test(text))).toEqual([]);
      for (const type of types) expect(texts[type]).toContain('{example}');
      expect(texts.ambiguous).toContain('{readings}');
      for (const rule of ['min', 'max', 'after', 'before', 'minLength', 'maxLength'] as const)
        expect(texts[rule]).toContain('{bound}');
    }
  });

  it.each(widgetLanguages)('names an example in %s that is read as itself', async (language) => {
    for (const type of types) {
      const { text } = explain(
        type,
        { kind: 'reading', problem: 'unreadable' },
        visitor(language),
        undefined,
      );
      const [before = '', after = ''] = (retryTexts[language]?.[type] ?? '').split('{example}');
      const example = text.slice(before.length, text.length - after.length);
      expect(await answer(example, { validate: { type } }, language), text).toBe(
        { number: 12, email: 'name@example.com', phone: '+442079460018', date: today, time: '14:30' }[type],
      );
    }
  });

  it.each(widgetLanguages)('offers in %s readings that are read as themselves', async (language) => {
    const ambiguous: readonly [ReadableType, (string | number)[]][] = [
      ['number', [1.234, 1234]],
      ['date', ['2026-04-03', '2026-03-04']],
      ['time', ['07:30', '19:30']],
      ['phone', ['+4915123456789', '+4315123456789']],
    ];
    for (const [type, values] of ambiguous) {
      const { text, choices } = explain(
        type,
        { kind: 'ambiguous', values, offered: values },
        visitor(language),
        undefined,
      );
      expect(choices.map(({ label }) => label).filter((label) => !text.includes(label))).toEqual([]);
      for (const [n, { label, value }] of choices.entries())
        for (const said of [label, value])
          expect(await answer(said, { validate: { type }, choices: [...choices] }, language)).toBe(values[n]);
    }
  });

  it('is in the language of the question, where the visitor speaks none that it is written in', () => {
    const { text } = explain('number', { kind: 'reading', problem: 'unreadable' }, visitor('fi'), 'de');
    expect(text).toBe('Bitte geben Sie eine Zahl ein, zum Beispiel 12.');
  });

  it.each([
    ['de', undefined, undefined, 'DE', 'Bitte geben Sie ein Datum ein, zum Beispiel 25. November 2026.'],
    ['en', undefined, undefined, undefined, 'Please enter a date, for example November 25, 2026.'],
    ['en', 'fi', undefined, 'DE', 'Please enter a date, for example November 25, 2026.'],
    ['en-GB', 'en-GB', 'en', undefined, 'Please enter a date, for example 25 November 2026.'],
  ])(
    'is in %s for a visitor of %s, a question in %s and a tenant in %s',
    (_, language, shownIn, country, text) => {
      const unreadable = { kind: 'reading', problem: 'unreadable' } as const;
      expect(explain('date', unreadable, { language, country, today }, shownIn).text).toBe(text);
    },
  );
});

describe('a date without a year, or ambiguous', () => {
  const date = (text: string, rules: Partial<NonNullable<Question['validate']>>) =>
    answer(text, { validate: { type: 'date', ...rules } }, 'en');

  it('is the one that the question accepts', async () => {
    expect(await date('31 December', { after: today })).toBe('2026-12-31');
    expect(await date('31 December', { before: today })).toBe('2025-12-31');
    expect(await date('3 April 45', { before: today })).toBe('1945-04-03');
  });

  it('is asked about where day and month are ambiguous, though one alone is accepted', async () => {
    expect(await date('03/12/2026', { after: today })).toEqual(['2026-12-03', '2026-03-12']);
  });

  it('is refused with the rule where none is accepted', async () => {
    expect(await date('03/04/2026', { after: today })).toBeNull();
  });
});

describe('whatever a visitor types', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          ...'0123456789٣１.,/-: +()年月日@<>\u200b\u202e',
          'monday',
          'next ',
          ' in ',
          'tomorrow',
        ),
        {
          maxLength: 250,
        },
      )
      .map((parts) => parts.join('')),
  );
  const language = fc.constantFrom(undefined, ...widgetLanguages, 'en-US', 'pt_BR', 'x', 'de-', '');

  it('has one reading, several or none, without an error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...types), language, anything, async (type, spoken, typed) => {
        const found = await answer(typed, { validate: { type } }, spoken);
        const each = found === null ? [] : [found].flat();
        if (type === 'date') for (const date of each) expect(date).toMatch(/^(19|20|21|22)\d\d-\d\d-\d\d$/);
        if (type === 'phone') for (const phone of each) expect(phone).toMatch(/^\+\d{7,15}$/);
        if (type === 'time') for (const time of each) expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
        if (type === 'number') for (const number of each) expect(number).toSatisfy(Number.isFinite);
      }),
      { numRuns: 400 },
    );
  });

  it('in digits alone is the same number in every language, read with or without the readers', async () => {
    const figures = fc.integer({ min: 0, max: 999_999_999_999_999 });
    await fc.assert(
      fc.asyncProperty(figures, fc.constantFrom(...widgetLanguages), async (value, language) => {
        const visitor = { language, clientLanguage: language, today };
        const read = await readTyped('number', String(value), visitor, () => true);
        expect(read).toEqual({ kind: 'value', value });
        expect(await answer(String(value), { validate: { type: 'number' } }, language)).toBe(value);
      }),
    );
  });

  it('is read only as far as 200 characters, and by chrono-node as far as 40', async () => {
    const parse = vi.spyOn(languages.en as { parse(...args: unknown[]): unknown }, 'parse');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...types), anything, async (type, typed) => {
        const long = typed.padEnd(201, '1');
        expect(await readTyped(type, long, { language: 'en', today }, () => true)).toEqual({
          kind: 'problem',
          problem: 'unreadable',
        });
      }),
      { numRuns: 50 },
    );
    expect(parse).not.toHaveBeenCalled();
    await answer('in two weeks', { validate: { type: 'date' } }, 'en');
    await answer(`in two ${'weeks '.repeat(12)}`, { validate: { type: 'date' } }, 'en');
    expect(parse).toHaveBeenCalledTimes(1);
    parse.mockRestore();
  });

  it('is normalized and folded to the same when that is done twice', () => {
    fc.assert(
      fc.property(anything, (typed) => {
        expect(normalizeTyped(normalizeTyped(typed))).toBe(normalizeTyped(typed));
        expect(foldText(foldText(typed))).toBe(foldText(typed));
        expect(trimTyped(typed)).toBe(trimTyped(trimTyped(typed)));
      }),
    );
  });
});

it('free text is saved as typed, apart from invisible characters around it', async () => {
  const family = '👨\u200d👩\u200d👧';
  expect(await answer(` \u200b\u202d${family} می\u200cخواهم ٣\u2069 `, { validate: { type: 'text' } })).toBe(
    `${family} می\u200cخواهم ٣`,
  );
  expect(await answer('\u200b\u2060 ', { validate: { type: 'text' } })).toBeNull();
  expect(await answer('\u200b', {})).toBeNull();
});
