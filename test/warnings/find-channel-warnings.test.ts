import { expect, it } from 'vitest';
import { cloudApiLimits } from '../../src/channels/cloud-api/limits.ts';
import { replyMessages } from '../../src/channels/cloud-api/reply-messages.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import type { ChannelName } from '../../src/contract/vocabulary.ts';
import { findChannelWarnings } from '../../src/warnings/find-channel-warnings.ts';

const flowOf = (step: object) =>
  flowDefinition.parse({
    ...{ id: 'said', version: 1, start: 'here' },
    steps: { here: { next: 'bye', ...step }, bye: { kind: 'end' } },
  });
const ask = (labels: readonly unknown[], text: unknown = 'Which?') => ({
  ...{ kind: 'question', text, saveAs: 'which' },
  choices: labels.map((label, n) => ({ label, value: `${n}` })),
});
const warn = (step: object, channels: readonly ChannelName[] = ['chatapp']) =>
  findChannelWarnings(flowOf(step), channels).map(({ path, message }) => `${path} ${message}`);

const long = (chars: number) => 'x'.repeat(chars);

it.each([
  ['what fits', ask(['A', long(20)]), []],
  [
    'a label that no button takes',
    ask(['A', long(21)]),
    [
      'steps.here.choices.1.label is longer than 20 characters, the limit of a button: WhatsApp shows a list instead of buttons',
    ],
  ],
  ['a list whose rows take what buttons would not', ask(['A', 'B', 'C', long(24)]), []],
  [
    'a label that no row takes, in its language',
    ask(['A', { en: 'B', de: long(25) }]),
    [
      'steps.here.choices.1.label.de is longer than the 24 characters of a row: WhatsApp cuts it there, and says it below',
    ],
  ],
  [
    'more than a list takes',
    ask(Array.from({ length: 11 }, (_, n) => `Row ${n}`)),
    ['steps.here.choices WhatsApp shows them as numbered text: there are 11, and it takes 10 in a list'],
  ],
  [
    'two that look the same once they are cut',
    ask([`${long(30)}a`, `${long(30)}b`]),
    [
      'steps.here.choices WhatsApp shows them as numbered text: two are the same, or a label is empty, within 24 characters',
    ],
  ],
  [
    'a text that is too long beside buttons',
    ask(['A', 'B'], { en: 'Which?', de: long(1025) }),
    [
      'steps.here.text.de is longer than the 1024 characters beside buttons: WhatsApp sends its beginning as a message ahead',
    ],
  ],
  ['a template, of which nothing is known', ask([`{{ ${long(40)} }}`, 'B'], `{{ ${long(1025)} }}`), []],
  [
    'a button of a card',
    {
      ...{ kind: 'message', text: 'Look' },
      cards: [{ title: 'Shoe', buttons: [{ label: long(21), value: 'shoe' }] }],
    },
    [
      'steps.here.cards.0.buttons.0.label is longer than 20 characters, the limit of a button: WhatsApp cuts it',
    ],
  ],
  [
    'links beside a button',
    {
      ...{ kind: 'message', text: 'Look' },
      cards: [
        {
          title: 'Shoe',
          buttons: [
            { label: 'Buy', value: 'shoe' },
            { label: long(21), url: 'https://shop.example/' },
          ],
        },
      ],
    },
    ['steps.here.cards.0.buttons WhatsApp shows their links as addresses in the text'],
  ],
])('of WhatsApp: %s', (_, step, warnings) => {
  expect(warn(step)).toEqual(warnings);
});

it('the warnings about buttons and lists match what is sent', () => {
  const typeOf = (label: string) => {
    const choices = [
      { label: 'A', value: 'a' },
      { label, value: 'b' },
    ];
    const sent = replyMessages({ id: 'r', text: 'Which?', choices }).at(-1) as {
      interactive?: { type: string };
    };
    return sent.interactive?.type;
  };
  const { buttons } = cloudApiLimits;
  expect(typeOf(long(buttons.titleChars))).toBe('button');
  expect(typeOf(long(buttons.titleChars + 1))).toBe('list');
});

it('a contact center has buttons for ten choices, and no list; web chat takes all', () => {
  const step = ask(['A', long(21)]);
  expect(warn(step, ['contactcenter'])).toEqual([
    'steps.here.choices.1.label is longer than 20 characters, the limit of a button: a contact center cuts it',
  ]);
  expect(warn(ask(Array.from({ length: 11 }, (_, n) => `Row ${n}`)), ['webchat'])).toEqual([]);
});
