import { expect, it } from 'vitest';
import { flowDefinition } from '../../src/contract/flow.ts';
import { findTextWarnings } from '../../src/warnings/find-flow-warnings.ts';

it('a text without a language that others have is named with the one that is read instead; a text for all is not', () => {
  const flow = flowDefinition.parse({
    ...{ id: 'said', version: 1, start: 'hello' },
    steps: {
      hello: { kind: 'message', text: { en: 'Hello', de: 'Hallo' }, next: 'ask' },
      ask: {
        ...{ kind: 'question', text: 'How?', saveAs: 'how', next: 'bye' },
        choices: [{ label: { en: 'Well' }, value: 'well' }],
      },
      bye: { kind: 'end', text: { de: 'Tschüss' } },
    },
  });
  expect(findTextWarnings(flow)).toMatchObject([
    {
      path: 'steps.ask.choices.0.label',
      message: 'has no translation for de: visitors read it in en',
    },
    { path: 'steps.bye.text', message: 'has no translation for en: visitors read it in de' },
  ]);
});
