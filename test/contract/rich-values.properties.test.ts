import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filled } from '../../src/contract/directory.ts';
import { escapeValues } from '../../src/contract/rich/escape-values.ts';
import { type Block, readBlocks } from '../../src/contract/rich/read-blocks.ts';
import type { Inline } from '../../src/contract/rich/read-inlines.ts';
import { plainText, whatsAppText } from '../../src/contract/rich/write-text.ts';

/** Words that hold marks more often than people write them. */
const words = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'\\`*_~[]()#>-+•!.1 \n',
        '**',
        '__',
        '~~',
        '```',
        '](',
        '\\_',
        ' - ',
        '\n1. ',
        '\n> ',
      ),
      fc.constantFrom('https://a.example/_b_', 'ada_l@b.example', '+49 151 23456', 'é', '漢', '😀', 'word'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join('').replaceAll('\r', ''));

/** Where a value stands in what an author wrote, and how that reads on WhatsApp and where no marks are shown. */
const templates = [
  ['{{v}}', '{{v}}', '{{v}}'],
  ['You wrote: {{v}}.', 'You wrote: {{v}}.', 'You wrote: {{v}}.'],
  [
    'Hello **Ada**, {{v}} and {{v}} _now_',
    'Hello *Ada*, {{v}} and {{v}} _now_',
    'Hello Ada, {{v}} and {{v}} now',
  ],
  ['first\n{{v}}\nlast', 'first\n{{v}}\nlast', 'first\n{{v}}\nlast'],
  ['a [{{v}} b', 'a [{{v}} b', 'a [{{v}} b'],
  ['the ` key, {{v}}', 'the ` key, {{v}}', 'the ` key, {{v}}'],
  ['C:\\{{v}}', 'C:\\{{v}}', 'C:\\{{v}}'],
] as const;
const fill = (written: string, value: string) => written.replaceAll('{{v}}', () => value);
const escaped = (written: string, value: string) =>
  escapeValues(written.split(/(\{\{v\}\})/).map((part) => (part === '{{v}}' ? { value } : { text: part })));

describe('a value in a message', () => {
  it.each(templates)('is read as it stands: %s', (written, onWhatsApp, plain) => {
    fc.assert(
      fc.property(words, (value) => {
        const markdown = escaped(written, value);
        expect(whatsAppText(markdown)).toBe(fill(onWhatsApp, value));
        expect(plainText(markdown)).toBe(fill(plain, value));
      }),
      { numRuns: 1_500 },
    );
  });

  it('is no formatting of a page either: no emphasis, code, list, heading or quote', () => {
    fc.assert(
      fc.property(words, (value) => {
        for (const block of readBlocks(escaped('{{v}}', value))) {
          expect(block.kind).toBe('paragraph');
          expect(marksOf(block)).toEqual([]);
        }
      }),
      { numRuns: 1_500 },
    );
  });

  it.each([
    ['**{{v}}**', '5*', '*5**'],
    ['`{{v}}`', 'a_b_', '`a_b_`'],
    ['`{{v}}`', 'a`b', 'a`b'],
    ['```\n{{v}}\n```', '_x_\n*y*', '```\n_x_\n*y*\n```'],
    ['[{{v}}](https://a.example/{{v}})', 'A[1]_', 'A[1]_ (https://a.example/A%5B1%5D_)'],
    ['- {{v}}\n- b', '*', '- *\n- b'],
    ['# {{v}}', '_a_', '*_a_*'],
    ['{{v}}', '¯\\_(ツ)_/¯', '¯\\_(ツ)_/¯'],
    ['{{v}}', '__class__', '__class__'],
    ['{{v}}', '`code`', '`code`'],
  ])('leaves the formatting around it: %s with %j', (written, value, onWhatsApp) => {
    expect(whatsAppText(escaped(written, value))).toBe(onWhatsApp);
  });

  it.each(['snake_case', '2 * 3', 'A-17', '1.000', '#1', 'a > b', '[1] yes', 'C:\\temp', 'ok!', '~5'])(
    'needs no backslashes where nothing would be read as formatting: %j',
    (value) => {
      expect(escaped('It is {{v}} today', value)).toBe(`It is ${value} today`);
    },
  );

  it('is text in a saved reply, too', () => {
    const reply = filled('Hello {{ user.firstName | there }}, **see** you', { 'user.firstName': '_Ada_' });
    expect(whatsAppText(reply)).toBe('Hello _Ada_, *see* you');
    expect(plainText(reply)).toBe('Hello _Ada_, see you');
  });

  it.each([
    ['every mark', '[*_`\\', 5 * 60_000],
    ['the last bracket', '[a]', 1],
    ['the last bracket', '~[a]', 1],
    ['the first mark of a line', '> ', 1],
    ['the first mark of a line', '1. ', 1],
  ])(
    'is escaped in linear time, and %s of it only: %j, repeated',
    (_what, marks, backslashes) => {
      // What takes the square of its length would not end within the test's time.
      const value = marks.repeat(60_000);
      expect(escaped('{{v}}', value).length - value.length).toBe(backslashes);
    },
    10_000,
  );

  it('is read as it stands when it is long', () => {
    const long = '[*_`\\'.repeat(1_000).slice(0, 4_096);
    expect(plainText(escaped('{{v}}', long))).toBe(long);
  });
});

function marksOf(block: Block): string[] {
  if (block.kind !== 'paragraph') return [block.kind];
  const kinds = (of: readonly Inline[]): string[] =>
    of.flatMap((inline) =>
      inline.kind === 'text' ? [] : inline.kind === 'link' ? kinds(inline.of) : [inline.kind],
    );
  return kinds(block.of);
}
