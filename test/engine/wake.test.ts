import { describe, expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { validateFlow } from '../../src/engine/validate.ts';
import { converse } from '../support/converse.ts';
import { flowOf } from '../support/flow-of.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

const waiting = flowOf({
  hello: { kind: 'message', text: 'One moment.', next: 'rest' },
  rest: { kind: 'wait', minutes: 10, onReply: 'heard', next: 'ask' },
  heard: { kind: 'end', text: 'You said {{ message.text }}.' },
  ask: { kind: 'question', text: 'There?', saveAs: 'there', next: 'done' },
});

const asking = flowOf(
  {
    ask: {
      kind: 'question',
      text: { en: 'Which one?', de: 'Welches?' },
      choices: { from: 'found', label: 'No. {{ item }}', value: '{{ item }}' },
      remindAfterMinutes: 5,
      remindText: { en: 'Still there?', de: 'Noch da?' },
      onSilence: 'gone',
      saveAs: 'one',
      next: 'took',
    },
    took: { kind: 'end', text: 'Took {{ one }}.' },
    gone: { kind: 'end', text: 'Gone.' },
  },
  { variables: { found: ['1', '2'] }, triggers: [{ words: ['help'], next: 'took', return: true }] },
);

describe('a wait', () => {
  it('continues when its time is up, not a moment before', async () => {
    await converse(waiting).user('hi').bot('One moment.').minutes(9.9).minutes(0.1).bot('There?').run();
  });

  it('is ended by a message, after which nothing happens without one', async () => {
    await converse(waiting)
      .user('hi')
      .bot('One moment.')
      .minutes(3)
      .user('me')
      .bot('You said me.')
      .minutes(60)
      .at({ status: 'completed' })
      .run();
  });
});

describe('a question without an answer', () => {
  it("is asked once more, with its choices, in the visitor's language, and is then left", async () => {
    await converse(asking, { visitor: { language: 'de' } })
      .user('hi')
      .bot('Welches?')
      .minutes(5)
      .bot('Noch da?')
      .at({ choices: ['No. 1', 'No. 2'], step: 'ask' })
      .minutes(5)
      .bot('Gone.')
      .at({ status: 'completed' })
      .run();
  });

  it('accepts the answer after the reminder as before it', async () => {
    await converse(asking)
      .user('hi')
      .bot('Which one?')
      .minutes(6)
      .bot('Still there?')
      .user('2')
      .bot('Took 2.')
      .run();
  });

  it('starts to count again with every message of the visitor', async () => {
    await converse(asking)
      .user('hi')
      .bot('Which one?')
      .minutes(4)
      .user('help')
      .bot('Took .')
      .bot('Which one?')
      .minutes(4)
      .minutes(1)
      .bot('Still there?')
      .user('what')
      .bot('Which one?')
      .minutes(5)
      .bot('Still there?')
      .run();
  });
});

it('a run continues without messages a bounded number of times', async () => {
  // A part that waits and asks nothing, called over and over: no check of one flow sees it.
  const nagging = flowOf({ part: { kind: 'call', flow: 'nag', next: 'part' } });
  const nag = flowOf(
    {
      say: { kind: 'message', text: 'Hey.', next: 'rest' },
      rest: { kind: 'wait', minutes: 1, next: 'done' },
    },
    { id: 'nag' },
  );
  const said = Array.from({ length: limits.wakesInARow }, () => 'Hey.');
  const script = converse(nagging, {}, [nag]).user('hi').bot('Hey.').minutes(1_000);
  for (const text of said) script.bot(text);
  await script.minutes(1_000).user('stop').bot('Hey.').minutes(1).bot('Hey.').run();
});

it('a time that comes twice does nothing the second time', async () => {
  const first = turnOf(waiting, null);
  const rested = ended(await processInbound(messageOf('hi'), first.deps)).state;
  expect(rested.wake).toMatchObject({ kind: 'wait' });
  const woken = turnOf(waiting, rested, { woken: true });
  const asked = ended(await processInbound(messageOf('', { messageId: 'message-2' }), woken.deps));
  expect(asked.state).toMatchObject({ flow: { stepId: 'ask' } });
  expect(asked.state.wake).toBeUndefined();
});

describe('validation', () => {
  const faults = (steps: object) => {
    const result = validateFlow({ id: 'f', version: 1, start: 'a', steps });
    return result.ok ? [] : result.errors.map(({ path, message }) => `${path}: ${message}`);
  };

  it('refuses a loop that only passes time', () => {
    expect(
      faults({
        a: { kind: 'wait', minutes: 1, onReply: 'c', next: 'b' },
        b: { kind: 'message', text: 'Hey.', next: 'a' },
        c: { kind: 'end' },
      }),
    ).toEqual(['steps.a: loop without a question: a -> b -> a']);
    expect(
      faults({
        a: { kind: 'question', text: '?', saveAs: 'x', silenceAfterMinutes: 1, onSilence: 'a', next: 'b' },
        b: { kind: 'end' },
      }),
    ).toEqual(['steps.a: loop without a question: a -> a']);
  });

  it('says what is missing for a reminder or a timeout', () => {
    const question = { kind: 'question', text: '?', saveAs: 'x', next: 'b' };
    const of = (more: object) => faults({ a: { ...question, ...more }, b: { kind: 'end' } });
    expect(of({ remindText: 'Hm?' })).toEqual([
      'steps.a.remindText: is never sent: remindAfterMinutes is missing',
    ]);
    expect(of({ onSilence: 'b' })).toEqual([
      'steps.a.onSilence: is never taken: silenceAfterMinutes is missing',
    ]);
    expect(of({ silenceAfterMinutes: 3 })).toEqual([
      'steps.a.silenceAfterMinutes: not connected: onSilence is missing',
    ]);
    expect(of({ remindAfterMinutes: 0 })[0]).toContain('steps.a.remindAfterMinutes');
  });
});
