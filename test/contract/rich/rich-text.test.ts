import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, readBlocks } from '../../../src/contract/rich/read-blocks.ts';
import { type Inline, readInlines, safeTarget } from '../../../src/contract/rich/read-inlines.ts';
import { plainText, whatsAppText } from '../../../src/contract/rich/write-text.ts';

/** Short for reading: `strong(bold)`. */
const shown = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if ('text' in inline) return inline.kind === 'text' ? inline.text : `code(${inline.text})`;
      if (inline.kind === 'link') return `link(${inline.href}|${shown(inline.of)})`;
      return `${inline.kind}(${shown(inline.of)})`;
    })
    .join('');

it.each([
  ['**bold** and __bold__', 'strong(bold) and strong(bold)'],
  ['*soft*, _soft_ and ~~gone~~', 'emphasis(soft), emphasis(soft) and strike(gone)'],
  ['**bold *and soft* **', '**bold emphasis(and soft) **'],
  ['**a _b_ c**', 'strong(a emphasis(b) c)'],
  ['***both***', 'strong(emphasis(both))'],
  ['3*4*5 = 60 and snake_case_name', '3*4*5 = 60 and snake_case_name'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['`**not** bold` but ``a`b``', 'code(**not** bold) but code(a`b)'],
  [
    '\\*not soft\\* and \\[no](https://a.example)',
    '*not soft* and [no](link(https://a.example/|https://a.example))',
  ],
  ['[a *page*](https://a.example/x_(y))', 'link(https://a.example/x_(y)|a *page*)'],
  [
    '[mail](mailto:a@b.example) [call](tel:+4930123)',
    'link(mailto:a@b.example|mail) link(tel:+4930123|call)',
  ],
  ['![a picture](https://a.example/p.png)', 'link(https://a.example/p.png|a picture)'],
  ['[x](javascript:alert(1)) [y](data:text/html,a)', '[x](javascript:alert(1)) [y](data:text/html,a)'],
  ['[bank](https://bank.example@evil.example)', '[bank](https://bank.example@evil.example)'],
  ['<b>no</b> <img src=x onerror=alert(1)>', '<b>no</b> <img src=x onerror=alert(1)>'],
  [
    'see https://a.example/a_b_c, or *https://b.example*',
    'see link(https://a.example/a_b_c|https://a.example/a_b_c), or emphasis(link(https://b.example/|https://b.example))',
  ],
  [
    'me@shop.example or +49 30 123 456.',
    'link(mailto:me@shop.example|me@shop.example) or link(tel:+4930123456|+49 30 123 456).',
  ],
  ['order 1234567890 of 2026-01-31', 'order 1234567890 of 2026-01-31'],
  ['**never closed', '**never closed'],
])('%s reads as %s', (text, expected) => {
  expect(shown(readInlines(text))).toBe(expected);
});

it('lines make headings, lists, quotes and code', () => {
  const text =
    '# Title\nfirst\nline\n\n- a\n* **b**\n\n3. c\n4) d\n> said\n> more\n```js\n**raw**\n```\nend:\n- e\n- f';
  const kinds = readBlocks(text).map((block: Block) => {
    if (block.kind === 'code') return `code: ${block.text}`;
    if (block.kind === 'list') return `list ${block.from}: ${block.items.map(shown).join('|')}`;
    return `${block.kind}: ${shown(block.of)}`;
  });
  expect(kinds).toEqual([
    'heading: Title',
    'paragraph: first\nline',
    'list null: a|strong(b)',
    'list 3: c|d',
    'quote: said\nmore',
    'code: **raw**',
    'paragraph: end:',
    'list null: e|f',
  ]);
});

it.each([
  [
    '**Hello** _Ada_, see [our page](https://a.example/x)',
    '*Hello* _Ada_, see our page (https://a.example/x)',
    'Hello Ada, see our page (https://a.example/x)',
  ],
  ['# News\n* one\n+ two\n1. three', '*News*\n- one\n- two\n1. three', 'News\n- one\n- two\n1. three'],
  ['~~old~~ `code`', '~old~ `code`', 'old code'],
  ['```\n**as it is**\n```', '```\n**as it is**\n```', '**as it is**'],
  ['```code```', '`code`', 'code'],
  ['see ```code``` there', 'see `code` there', 'see code there'],
  ['```first\nsecond```\nend', '```\nfirst\nsecond\n```\nend', 'first\nsecond\nend'],
  ['```two words\nthree\n```', '```\ntwo words\nthree\n```', 'two words\nthree'],
  ['```never\nclosed', '```\nnever\nclosed\n```', 'never\nclosed'],
  ['```js\n```', '```\njs\n```', 'js'],
  ['```alone', '```\nalone\n```', 'alone'],
  ['a\n```', 'a\n```', 'a\n```'],
  ['```\n```', '```\n```', '```\n```'],
  ['****', '****', '****'],
  ['***both***, *a __b__*', '*_both_*, *a b*', 'both, a b'],
  ['*WhatsApp’s own* bold', '*WhatsApp’s own* bold', 'WhatsApp’s own bold'],
  [
    'https://a.example and me@a.example',
    'https://a.example and me@a.example',
    'https://a.example and me@a.example',
  ],
  [
    'Call [us](tel:+4930123) or +49 30 123 456',
    'Call us (+4930123) or +49 30 123 456',
    'Call us (+4930123) or +49 30 123 456',
  ],
  ['nothing\n\n  at all, 3*4 = 12\n', 'nothing\n\n  at all, 3*4 = 12\n', 'nothing\n\n  at all, 3*4 = 12\n'],
])('%j leaves for WhatsApp as %j, and plain as %j', (text, app, plain) => {
  expect([whatsAppText(text), plainText(text)]).toEqual([app, plain]);
});

describe('any text', () => {
  const texts = fc
    .array(
      fc.constantFrom(
        '*',
        '**',
        '_',
        '~~',
        '`',
        '```',
        '[',
        ']',
        '(',
        ')',
        '\n',
        '- ',
        '> ',
        '# ',
        ' ',
        'a',
        'b c',
        'https://a.example',
        'javascript:',
        '\\',
        '@',
        '+49 123 4567',
        '<b>',
        '😀',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(''));
  const hrefs = (inlines: readonly Inline[]): string[] =>
    inlines.flatMap((inline) =>
      'of' in inline ? [...(inline.kind === 'link' ? [inline.href] : []), ...hrefs(inline.of)] : [],
    );

  it('leads only to web pages, mail addresses and telephones', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const href of hrefs(readInlines(text))) expect(safeTarget(href)).not.toBeNull();
      }),
    );
  });

  it('loses no letter', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const letters = (some: string) => some.replace(/[^a-c😀]/gu, '');
        expect(letters(plainText(text)).length).toBeGreaterThanOrEqual(letters(text).length - 12 * 3);
        expect(readBlocks(text)).toBeInstanceOf(Array);
      }),
    );
  });

  it('is read in linear time, also when it is made to be slow', () => {
    const parts = [
      '**a',
      '*a_',
      '[a](',
      '`',
      '`a``',
      '` ',
      '```a\n',
      '[',
      '![a](<',
      '_*~~',
      'a@',
      '+1 ',
      '\\*',
      '> - ',
      '*a *',
    ];
    for (const part of parts) {
      // What takes the square of its length would not end within the test's time.
      const text = part.repeat(60_000 / part.length);
      expect(readBlocks(text).length).toBeGreaterThan(0);
      expect(whatsAppText(text)).not.toBe('');
    }
  });
});
