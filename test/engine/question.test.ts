import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/contract/flow.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { converse } from '../support/converse.ts';
import { flowOf } from '../support/flow-of.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

const enterNumber = 'Please enter a number, for example 12.';
const end: Step = { kind: 'end', text: 'Bye.' };

describe('a question', () => {
  const ask = (rest: Partial<Extract<Step, { kind: 'question' }>>) =>
    flowOf(
      { ask: { kind: 'question', text: 'Well?', saveAs: 'x', next: 'done', ...rest }, other: end },
      {
        triggers: [{ words: ['other'], next: 'other' }],
      },
    );

  it('asks again as often as set, then takes the connection for invalid answers', async () => {
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

  it('asks three times by default', async () => {
    await converse(ask({ validate: { type: 'number' }, onInvalid: 'other' }))
      .user('hi')
      .bot('Well?')
      .user('a')
      .bot(`${enterNumber}\n\nWell?`)
      .user('b')
      .bot(`${enterNumber}\n\nWell?`)
      .user('c')
      .bot('Bye.')
      .run();
  });

  it('without a connection for invalid answers keeps asking', async () => {
    const script = converse(ask({ validate: { type: 'number' }, maxAttempts: 1 }))
      .user('hi')
      .bot('Well?');
    for (let n = 0; n < 12; n += 1) script.user('no number').bot(`${enterNumber}\n\nWell?`);
    await script
      .user('5')
      .at({ status: 'completed', variables: { x: 5 } })
      .run();
  });

  it('counts wrong answers from zero for the next question', async () => {
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
      .bot(`${enterNumber}\n\nFirst?`)
      .user('1')
      .bot('Second?')
      .user('x')
      .bot(`${enterNumber}\n\nSecond?`)
      .user('2')
      .at({ status: 'completed' })
      .run();
  });

  it('asks about an ambiguous date, with a button for each, and saves the pressed one', async () => {
    const date = ask({ validate: { type: 'date' } });
    const asked = 'This can mean April 3, 2026 or March 4, 2026. Which one do you mean?';
    const script = () =>
      converse(date)
        .user('hi')
        .bot('Well?')
        .user('03/04/2026')
        .bot(`${asked}\n\nWell?`)
        .at({ choices: ['April 3, 2026', 'March 4, 2026'] });
    for (const said of ['April 3, 2026', '2026-04-03', '3 april 2026'])
      await script()
        .user(said)
        .at({ status: 'completed', variables: { x: '2026-04-03' } })
        .run();
    await script()
      .user('neither')
      .bot('Please enter a date, for example January 1, 2025.\n\nWell?')
      .at({ choices: [] })
      .run();
  });

  it('offers only the readings that the question accepts', async () => {
    await converse(ask({ validate: { type: 'date', after: '2026-11-25' } }))
      .user('hi')
      .bot('Well?')
      .user('03/12/2026')
      .bot('This can mean December 3, 2026 or March 12, 2026. Which one do you mean?\n\nWell?')
      .at({ choices: ['December 3, 2026'] })
      .run();
  });

  it('shows its own text about an ambiguous answer, whose readings are offered all the same', async () => {
    await converse(ask({ validate: { type: 'number' }, retryText: 'A number!' }), {
      visitor: { language: 'fr' },
    })
      .user('hi')
      .bot('Well?')
      .user('1.500')
      .bot('A number!')
      .at({ choices: ['1,5', '1500'] })
      .user('1,5')
      .at({ variables: { x: 1.5 } })
      .run();
  });

  it("says why in the visitor's language, and which rule was broken", async () => {
    await converse(ask({ validate: { type: 'phone' } }), { visitor: { language: 'de' } })
      .user('hi')
      .bot('Well?')
      .user('2024-01-31')
      .bot(
        'Das sieht wie ein Datum aus. Bitte geben Sie eine Telefonnummer mit Ländervorwahl ein, zum Beispiel +44 20 7946 0018.\n\nWell?',
      )
      .run();
    await converse(ask({ validate: { type: 'time', after: '08:59' } }))
      .user('hi')
      .bot('Well?')
      .user('08:30')
      .bot('It must be after 8:59 AM.\n\nWell?')
      .user('9 am')
      .at({ variables: { x: '09:00' } })
      .run();
  });

  it('says why a sticker is no answer in the language in which it explains a wrong answer', async () => {
    const attachments = [{ type: 'sticker' as const, url: 'https://shop.example/1.webp' }];
    const says = async (text: string | Record<string, string>, given: object, language?: string) => {
      const flow = ask({ text, validate: { type: 'number' } });
      const user = { id: 'visitor', ...(language !== undefined && { language }) };
      const { state } = ended(await processInbound(messageOf('hi', { user }), turnOf(flow).deps));
      const answered = async (said: object) => {
        const { deps } = turnOf(flow, state, given);
        const { effects } = ended(await processInbound(messageOf('', { user, ...said }), deps));
        return effects.flatMap((effect) => (effect.kind === 'reply' ? [effect.reply.text] : []))[0];
      };
      return [await answered({ attachments }), await answered({ text: 'none' })];
    };
    const german = ['Bitte antworten Sie mit einer Textnachricht.', 'Bitte geben Sie eine Zahl ein'];
    const english = ['Please answer with a text message.', 'Please enter a number'];
    for (const [[sticker, wrong], [expected, retry]] of [
      [await says('Well?', { country: 'DE' }), german],
      [await says('Well?', { country: 'DE' }, 'en'), english],
      [await says({ en: 'Well?', fr: 'Alors ?' }, { country: 'DE' }, 'de'), english],
      [await says({ de: 'Nun?' }, {}, 'fi'), german],
      [await says('Well?', { country: 'FI' }), english],
    ] as const) {
      expect(sticker).toContain(expected);
      expect(wrong).toContain(retry);
    }
  });

  it("reads a number by the tenant's country, and by that of a chat app's visitor", async () => {
    const phone = ask({ validate: { type: 'phone' } });
    await converse(phone, { country: 'DE' })
      .user('hi')
      .bot('Well?')
      .user('0151 23456789')
      .at({ variables: { x: '+4915123456789' } })
      .run();
    // Many have a browser that speaks American English; no number of America begins with zero.
    await converse(phone, { country: 'DE', visitor: { language: 'en-US' } })
      .user('hi')
      .bot('Well?')
      .user('0151 23456789')
      .at({ variables: { x: '+4915123456789' } })
      .run();
    // A slip in a British number must not become one of Germany.
    await converse(phone, { country: 'DE', visitor: { language: 'en-GB' } })
      .user('hi')
      .bot('Well?')
      .user('030 123456')
      .bot(
        'The country code is missing. Please enter a phone number with its country code, for example +44 20 7946 0018.\n\nWell?',
      )
      .run();
    await converse(phone, { country: 'DE', visitor: { phone: '5531987654321' } })
      .user('hi')
      .bot('Well?')
      .user('(31) 98765-4321')
      .at({ variables: { x: '+5531987654321' } })
      .run();
  });

  it('asks a visitor who writes English on a German site which of two numbers is meant', async () => {
    const number = ask({ validate: { type: 'number' } });
    const script = (language: string) =>
      converse(number, { country: 'DE', visitor: { language } }).user('hi').bot('Well?').user('1,000');
    await script('en')
      .at({ replies: 1, choices: ['1', '1000'] })
      .run();
    await script('en-GB')
      .at({ variables: { x: 1000 } })
      .run();
    await script('de')
      .at({ variables: { x: 1 } })
      .run();
  });

  it('tells clients the type of answer', async () => {
    const flow = ask({ validate: { type: 'date' } });
    const { effects } = ended(await processInbound(messageOf('hi'), turnOf(flow).deps));
    expect(effects).toMatchObject([{ kind: 'reply', reply: { text: 'Well?', input: 'date' } }]);
    const open = ended(await processInbound(messageOf('hi'), turnOf(ask({})).deps));
    expect(open.effects[0]).not.toHaveProperty('reply.input');
  });

  it('accepts free text beside its choices, and a choice by its value', async () => {
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
