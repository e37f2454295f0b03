import { describe, expect, it } from 'vitest';
import { faultsAt } from '../../../src/admin/flows/editor/faults/fault-finder.ts';
import { placeOf } from '../../../src/admin/flows/editor/faults/place-of.ts';
import { stepFields } from '../../../src/admin/flows/editor/fields.ts';
import { validateFlow } from '../../../src/engine/validate.ts';

type Step = Readonly<Record<string, unknown>> & { readonly kind: keyof typeof stepFields };

const end = { kind: 'end' };
const ask = { kind: 'question', text: 'What?', saveAs: 'said', next: 'bye' } as const;
const call = {
  kind: 'http',
  method: 'GET',
  url: 'https://shop.example/',
  next: 'bye',
  onError: 'bye',
} as const;
const think = { kind: 'llm', prompt: 'Hi', saveAs: 'said', next: 'bye', onError: 'bye' } as const;
const hand = { kind: 'handoff', reason: 'help', next: 'bye' } as const;

/** A fault of every sort that the validator finds in a step, and where a form shows it. */
const seeded: readonly (readonly [Step, string])[] = [
  [{ kind: 'message', text: 'Hi' }, 'next'],
  [{ kind: 'message', text: 'Hi {{ nam }}', next: 'bye' }, 'text'],
  [{ kind: 'message', text: 'Hi {{ 1 + }}', next: 'bye' }, 'text'],
  [{ kind: 'message', text: { en: 'Hi', de: 'Hallo {{ nam }}' }, next: 'bye' }, 'text.de'],
  [{ kind: 'message', text: 'Hi', next: 'nowhere' }, 'next'],
  [
    { kind: 'message', text: 'Hi', attachments: [{ type: 'image', url: 'ftp://x' }], next: 'bye' },
    'attachments.0.url',
  ],
  [{ ...ask, choices: [] }, 'choices'],
  [
    {
      ...ask,
      choices: [
        { label: 'A', value: 'a' },
        { label: 'B', value: 'a' },
      ],
    },
    'choices.1.value',
  ],
  [{ ...ask, choices: [{ label: 'A', value: 'a', next: 'nowhere' }] }, 'choices.0.next'],
  [{ ...ask, validate: { type: 'choice' } }, 'validate'],
  [{ ...ask, validate: { type: 'number', min: 3, max: 1 } }, 'validate.min'],
  [{ ...ask, validate: { type: 'text', minLength: 3, maxLength: 1 } }, 'validate.minLength'],
  [{ ...ask, validate: { type: 'regex', pattern: '(' } }, 'validate.pattern'],
  [{ ...ask, remindText: 'Still there?' }, 'remindText'],
  [{ ...ask, onSilence: 'bye' }, 'onSilence'],
  [{ ...ask, silenceAfterMinutes: 5 }, 'silenceAfterMinutes'],
  [{ kind: 'set', assign: { total: '1 +' }, next: 'bye' }, 'assign.total'],
  [{ kind: 'branch', branches: [{ when: 'nam == 1', next: 'bye' }], otherwise: 'bye' }, 'branches.0.when'],
  [{ kind: 'branch', branches: [{ when: 'true', next: 'nowhere' }], otherwise: 'bye' }, 'branches.0.next'],
  [{ kind: 'branch', branches: [{ when: 'true', next: 'bye' }] }, 'otherwise'],
  [{ ...call, url: '{{ nam }}' }, 'url'],
  [{ ...call, body: { a: 1 } }, 'body'],
  [{ ...call, saveAs: { total: 'response.' } }, 'saveAs.total'],
  [{ ...call, timeoutMs: 'soon' }, 'timeoutMs'],
  [{ ...think, tools: [{ step: 'bye', description: 'ends' }] }, 'tools.0.step'],
  [{ ...hand, share: ['nam'] }, 'share.0'],
  [{ ...hand, onTimeout: 'bye' }, 'onTimeout'],
  [{ ...hand, hours: { monday: ['25:00-26:00'] } }, 'hours.monday.0'],
  [{ kind: 'wait', minutes: 0, next: 'bye' }, 'minutes'],
  [{ kind: 'wait', minutes: 5 }, 'next'],
  [{ kind: 'end', text: '{{ nam }}' }, 'text'],
];

const faultsOf = (definition: Readonly<Record<string, unknown>>) => {
  const found = validateFlow({ id: 'faulty', version: 1, ...definition });
  const errors = found.ok ? [] : found.errors;
  return errors.map(({ path, message }) => ({ ...placeOf(definition, path), message }));
};

describe('each fault has its place', () => {
  it.each(seeded)('%j: %s', (step, field) => {
    const faults = faultsOf({ start: 'here', steps: { here: step, bye: end } });
    const path = ['definition', 'steps', 'here', ...field.split('.')];
    expect(faults.map((fault) => [fault.card, fault.path.join('.')])).toContainEqual([
      'here',
      path.join('.'),
    ]);
    expect(faultsAt(faults, path)).not.toEqual([]);
    // A form has the field: F8 finds it there.
    expect(Object.keys(stepFields[step.kind])).toContain(field.split('.')[0]);
  });

  it('and so have those of the flow itself', () => {
    const definition = {
      start: 'nowhere',
      onError: 'nowhere',
      triggers: [{ words: ['hi'], next: 'nowhere' }],
      steps: { 'a.b': { kind: 'message', text: 'Hi' }, bye: end },
    };
    expect(faultsOf(definition).map(({ card, path }) => [card, path])).toEqual(
      expect.arrayContaining([
        ['$start', ['definition', 'start']],
        ['$failure', ['definition', 'onError']],
        ['$words.0', ['definition', 'triggers', 0, 'next']],
        ['a.b', ['definition', 'steps', 'a.b', 'next']],
      ]),
    );
  });
});
