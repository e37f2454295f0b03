import { readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { engineText } from '../../src/admin/features/flows/view/engine-messages.ts';
import type { FlowProblem } from '../../src/engine/problems.ts';
import { validateFlow } from '../../src/engine/validate.ts';
import { findFlowWarnings, findScriptWarnings } from '../../src/warnings/find-flow-warnings.ts';

const languages = ['en', 'de', 'fr', 'ar'] as const;
const catalogOf = (language: string) =>
  JSON.parse(readFileSync(`src/admin/locales/${language}/flows.json`, 'utf8'));

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: Object.fromEntries(languages.map((one) => [one, { flows: catalogOf(one) }])),
    interpolation: { escapeValue: false },
  });
});

/** A flow that has much wrong with it. */
const broken = {
  id: 'broken',
  version: 1,
  start: 'welcome',
  variables: { name: '' },
  triggers: [{ words: ['help', 'help'], next: 'welcome' }],
  steps: {
    welcome: { kind: 'message', text: 'Hi {{ nam }} {{ 1 + "a" }}', next: 'asks' },
    ask: {
      kind: 'question',
      text: 'Which?',
      choices: [
        { label: 'One', value: 'one' },
        { label: 'Two', value: 'One' },
      ],
      remindText: 'Still there?',
      onSilence: 'bye',
      validate: { type: 'text', min: 1 },
      saveAs: 'answer',
      next: 'bye',
    },
    look_up: { kind: 'http', method: 'GET', url: 'shop.example', body: {}, next: 'bye', onError: 'bye' },
    agent: { kind: 'handoff', onTimeout: 'bye', queue: 'sales' },
    other: { kind: 'call', flow: 'nowhere', next: 'bye' },
    bye: { kind: 'end' },
  },
};

function problemsOf(definition: object): readonly FlowProblem[] {
  const result = validateFlow(definition, { queues: ['default'], flowIds: new Set(['broken']) });
  if (!result.ok) return result.errors;
  return [...findFlowWarnings(result.flow), ...findScriptWarnings(result.flow, [])];
}

it("the engine's messages about a flow are translated into every language, and in English are its own", () => {
  const said = [
    ...problemsOf(broken),
    ...problemsOf({ ...broken, triggers: [], steps: { welcome: { kind: 'message', text: 'Hi' } } }),
    ...problemsOf({
      ...broken,
      triggers: [],
      steps: {
        welcome: { kind: 'message', text: { en: 'Hi', de: 'Hallo' }, next: 'bye' },
        bye: { kind: 'end', text: { en: 'Bye' } },
      },
    }),
  ];
  expect(said.length).toBeGreaterThan(12);
  for (const one of said) {
    expect(engineText(one, i18next.getFixedT('en', 'flows'))).toBe(one.message);
    for (const language of ['de', 'fr', 'ar'])
      expect([language, engineText(one, i18next.getFixedT(language, 'flows'))]).not.toEqual([
        language,
        one.message,
      ]);
  }
});

it('a message that no catalog has is shown in English', () => {
  for (const one of [{ message: 'something new' }, { message: 'something new', code: 'somethingNew' }])
    expect(engineText(one, i18next.getFixedT('de', 'flows'))).toBe('something new');
});
