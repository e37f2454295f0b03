import { refusedAddress } from '../../src/clients/refused-address.ts';
import type { StepKind } from '../../src/contract/flow.ts';

type SeededStep = Readonly<Record<string, unknown>> & { readonly kind: StepKind };

const ask = { kind: 'question', text: 'What?', saveAs: 'said', next: 'bye' } as const;
const say = { kind: 'message', text: 'Hi', next: 'bye' } as const;
const call = {
  kind: 'http',
  method: 'GET',
  url: 'https://shop.example/',
  next: 'bye',
  onError: 'bye',
} as const;
const think = {
  kind: 'llm',
  system: 'You help.',
  prompt: 'Hi',
  saveAs: 'said',
  next: 'bye',
  onError: 'bye',
} as const;
const hand = { kind: 'handoff', reason: 'help', next: 'bye' } as const;
const rate = (values: readonly string[], more: object = {}) => ({
  ...ask,
  choices: values.map((value) => ({ label: value, value })),
  ...more,
});
const card = (of: object) => ({ ...say, cards: [{ title: 'Shoe', ...of }] });

/** What is around each: a step to end at, queues and secrets of the tenant's, another flow, the internet. */
export const around = {
  steps: { bye: { kind: 'end' } },
  surroundings: {
    queues: ['default'],
    secrets: { known: { hosts: ['elsewhere.example'] } },
    flowIds: new Set(['returns']),
    refusedAddress: (address: string) => refusedAddress(address, []),
  },
} as const;

/** Faults of form: a step that has one can't be read as it is. */
export const formFaults: readonly (readonly [step: SeededStep, field: string])[] = [
  [{ kind: 'message', text: 'Hi' }, 'next'],
  [{ ...say, attachments: [{ type: 'image', url: 'ftp://x' }] }, 'attachments.0.url'],
  [{ kind: 'branch', branches: [{ when: 'true', next: 'bye' }] }, 'otherwise'],
  [{ ...call, timeoutMs: 'soon' }, 'timeoutMs'],
  [{ ...hand, hours: { monday: ['25:00-26:00'] } }, 'hours.monday.0'],
  [{ kind: 'wait', minutes: 0, next: 'bye' }, 'minutes'],
  [{ kind: 'wait', minutes: 5 }, 'next'],
  [{ ...say, txt: 'Hi' }, 'txt'],
];

/** Faults of what is said: a way to nowhere, a name that is none, fields that need each other. */
export const sentenceFaults: readonly (readonly [step: SeededStep, field: string])[] = [
  [{ ...say, text: 'Hi {{ nam }}' }, 'text'],
  [{ ...say, text: 'Hi {{ 1 + }}' }, 'text'],
  [{ ...say, text: { en: 'Hi', de: 'Hallo {{ nam }}' } }, 'text.de'],
  [{ ...say, next: 'nowhere' }, 'next'],
  [{ ...say, next: 'by' }, 'next'],
  [
    { ...say, attachments: [{ type: 'image', url: 'https://a.example/1.png', caption: '{{ x }}' }] },
    'attachments.0.caption',
  ],
  [card({ image: 'ftp://shop.example/shoe.png' }), 'cards.0.image'],
  [card({ buttons: [{ label: 'Buy', url: 'shop.example' }] }), 'cards.0.buttons.0.url'],
  [{ ...ask, choices: [] }, 'choices'],
  [rate(['a', 'a']), 'choices.1.value'],
  [rate(['a', ' ']), 'choices.1.value'],
  [{ ...ask, choices: [{ label: 'A', value: 'a', next: 'nowhere' }] }, 'choices.0.next'],
  [{ ...ask, validate: { type: 'choice' } }, 'validate'],
  [{ ...ask, validate: { type: 'number', min: 3, max: 1 } }, 'validate.min'],
  [{ ...ask, validate: { type: 'number', minLength: 1 } }, 'validate.minLength'],
  [{ ...ask, validate: { type: 'text', minLength: 3, maxLength: 1 } }, 'validate.minLength'],
  [{ ...ask, validate: { type: 'regex', pattern: '(' } }, 'validate.pattern'],
  [{ ...ask, validate: { type: 'regex' } }, 'validate.pattern'],
  [{ ...ask, validate: { type: 'date', after: 'nam' } }, 'validate.after'],
  [{ ...ask, remindText: 'Still there?' }, 'remindText'],
  [{ ...ask, onSilence: 'bye' }, 'onSilence'],
  [{ ...ask, silenceAfterMinutes: 5 }, 'silenceAfterMinutes'],
  [{ ...ask, measures: 'csat' }, 'measures'],
  [{ ...ask, measures: 'nps' }, 'measures'],
  [rate(['yes', 'perhaps'], { measures: 'resolved', validate: { type: 'text' } }), 'measures'],
  [{ kind: 'set', assign: { total: '1 +' }, next: 'bye' }, 'assign.total'],
  [{ kind: 'branch', branches: [{ when: 'nam == 1', next: 'bye' }], otherwise: 'bye' }, 'branches.0.when'],
  [{ kind: 'branch', branches: [{ when: 'true', next: 'nowhere' }], otherwise: 'bye' }, 'branches.0.next'],
  [{ ...call, url: '{{ nam }}' }, 'url'],
  [{ ...call, url: 'shop.example/orders' }, 'url'],
  [{ ...call, body: { a: 1 } }, 'body'],
  [{ ...call, saveAs: { total: 'response.' } }, 'saveAs.total'],
  [{ ...call, headers: { 'x key': 'a' } }, 'headers.x key'],
  [{ ...call, headers: { host: 'a' } }, 'headers.host'],
  [{ ...think, tools: [{ step: 'bye', description: 'ends' }] }, 'tools.0.step'],
  [
    {
      ...think,
      tools: [
        { step: 'look', description: 'finds' },
        { step: 'look', description: 'finds again' },
      ],
    },
    'tools.1.step',
  ],
  [
    {
      ...think,
      tools: [
        { step: 'look', description: 'finds', arguments: { nam: { type: 'string', description: 'n' } } },
      ],
    },
    'tools.0.arguments.nam',
  ],
  [{ ...think, send: true, output: { type: 'object', properties: {} } }, 'send'],
  [{ ...think, saveAs: undefined, output: { type: 'object', properties: {} } }, 'output'],
  [{ ...think, saveAs: undefined }, ''],
  [{ ...hand, share: ['nam'] }, 'share.0'],
  [{ ...hand, onTimeout: 'bye' }, 'onTimeout'],
  [{ ...hand, onClosed: 'bye', hours: { monday: ['18:00-09:00'] } }, 'hours.monday.0'],
  [{ kind: 'set', assign: { now: '1' }, next: 'bye' }, ''],
  [{ kind: 'set', assign: { 'a-b': '1' }, next: 'bye' }, ''],
  [{ kind: 'end', text: '{{ nam }}' }, 'text'],
];

/** Faults that need to know the tenant, or where its calls may go: the page, which doesn't, leaves them to the service's gate. */
export const tenantFaults: readonly (readonly [step: SeededStep, field: string])[] = [
  [{ ...hand, queue: 'nowhere' }, 'queue'],
  [{ kind: 'call', flow: 'return', next: 'bye' }, 'flow'],
  [{ ...call, headers: { 'x-key': '{{ secrets.known }}' } }, 'headers'],
  [{ ...call, headers: { 'x-key': '{{ secrets.unknown }}' } }, 'headers'],
  [{ ...call, url: 'http://shop.example/' }, 'url'],
];

/** A step that others call as their tool. */
export const look = call;
