import { describe, it } from 'vitest';
import type { Step } from '../../src/contract/flow.ts';
import { converse } from '../support/converse.ts';
import { flowOf } from '../support/flow-of.ts';

const end: Step = { kind: 'end', text: 'Bye.' };

describe('a question', () => {
  const ask = (rest: Partial<Extract<Step, { kind: 'question' }>>) =>
    flowOf(
      { ask: { kind: 'question', text: 'Well?', saveAs: 'x', next: 'done', ...rest }, other: end },
      {
        triggers: [{ words: ['other'], next: 'other' }],
      },
    );

  it('asks again as often as told, then takes the way for invalid answers', async () => {
    await converse(
      ask({ validate: { type: 'number' }, retryText: 'A number!', maxAttempts: 2, onInvalid: 'other' }),
    )
      .user('hi')
      .bot('Well?')
      .user('one')
      .bot('A number!')
      .user('two')
      .bot('Bye.')
      .run();
  });

  it('asks three times unless told', async () => {
    await converse(ask({ validate: { type: 'number' }, onInvalid: 'other' }))
      .user('hi')
      .bot('Well?')
      .user('a')
      .bot('Well?')
      .user('b')
      .bot('Well?')
      .user('c')
      .bot('Bye.')
      .run();
  });

  it('without a way for invalid answers keeps asking', async () => {
    const script = converse(ask({ validate: { type: 'number' }, maxAttempts: 1 }))
      .user('hi')
      .bot('Well?');
    for (let n = 0; n < 12; n += 1) script.user('no number').bot('Well?');
    await script
      .user('5')
      .at({ status: 'completed', variables: { x: 5 } })
      .run();
  });

  it('counts wrong answers anew for the next question', async () => {
    const question = {
      kind: 'question',
      validate: { type: 'number' },
      maxAttempts: 2,
      onInvalid: 'other',
    } as const;
    const flow = flowOf({
      first: { ...question, text: 'First?', saveAs: 'a', next: 'second' },
      second: { ...question, text: 'Second?', saveAs: 'b', next: 'done' },
      other: end,
    });
    await converse(flow)
      .user('hi')
      .bot('First?')
      .user('x')
      .bot('First?')
      .user('1')
      .bot('Second?')
      .user('x')
      .bot('Second?')
      .user('2')
      .at({ status: 'completed' })
      .run();
  });

  it('takes free text beside its proposals, and a proposal by its value', async () => {
    const flow = ask({ validate: { type: 'text' }, choices: [{ label: 'Opening hours', value: 'hours' }] });
    await converse(flow)
      .user('hi')
      .bot('Well?')
      .user('1')
      .at({ variables: { x: 'hours' } })
      .run();
    await converse(flow)
      .user('hi')
      .bot('Well?')
      .user('  why? ')
      .at({ variables: { x: 'why?' } })
      .run();
  });
});
