import { describe, expect, it } from 'vitest';
import { validateFlow } from '../../src/engine/validate.ts';
import { converse } from '../support/converse.ts';
import { flowOf } from '../support/flow-of.ts';
import { pizzaFlow } from '../support/pizza.ts';

describe('a flow with every kind of step', () => {
  it('is valid', () => {
    expect(validateFlow(pizzaFlow)).toMatchObject({ ok: true });
  });

  it('runs from hello to the end', async () => {
    await converse(pizzaFlow, { http: [{ body: { number: 42 } }], llm: ['Why did the pizza?'] })
      .user('hi')
      .bot('Ciao !')
      .bot('Which size?')
      .at({ choices: ['Small', 'Très grande'], step: 'size', status: 'active' })
      .user('TRES GRANDE')
      .bot('How many?')
      .at({ variables: { size: 'l' } })
      .user('2')
      .bot('Why did the pizza?')
      .bot('Order 42: 25 euros.')
      .at({ status: 'completed', step: 'done', variables: { price: 12.5, joke: 'Why did the pizza?' } })
      .run();
  });

  it('takes another connection when a condition is true', async () => {
    await converse(pizzaFlow)
      .user('hi')
      .bot('Ciao !')
      .bot('Which size?')
      .user('2')
      .bot('How many?')
      .user('9')
      .bot('A human takes over.')
      .at({ status: 'handoff', step: 'agent' })
      .user('hello?')
      .at({ status: 'handoff' })
      .run();
  });

  it('reports outside errors', async () => {
    await converse(pizzaFlow, { http: [{ status: 503 }] })
      .user('hi')
      .bot('Ciao !')
      .bot('Which size?')
      .user('s')
      .bot('How many?')
      .user('1')
      .bot('Sorry: status 503')
      .bot('Which size?')
      .at({ variables: { error: { code: 'status', message: 'the service answered 503', status: 503 } } })
      .run();
  });

  it('starts again after its end, with fresh variables', async () => {
    await converse(pizzaFlow, { http: [{ body: { number: 1 } }], llm: ['Ha.'] })
      .user('hi')
      .bot('Ciao !')
      .bot('Which size?')
      .user('s')
      .bot('How many?')
      .user('1')
      .bot('Ha.')
      .bot('Order 1: 8 euros.')
      .user('hi')
      .bot('Ciao !')
      .bot('Which size?')
      .at({ status: 'active', variables: { total: 0 } })
      .run();
  });
});

describe('a keyword', () => {
  it('leaves a waiting question, with case and accents folded', async () => {
    await converse(pizzaFlow)
      .user('hi')
      .bot('Ciao !')
      .bot('Which size?')
      .user(' ÁGENT ')
      .bot('A human takes over.')
      .run();
  });

  it.each(['AGENT!', '«agent»', 'agent 🙋', '\u200bＡｇｅｎｔ.'])('matches %j as well', async (said) => {
    await converse(pizzaFlow)
      .user('hi')
      .bot('Ciao !')
      .bot('Which size?')
      .user(said)
      .bot('A human takes over.')
      .run();
  });

  it('leaves the start of a new conversation', async () => {
    await converse(pizzaFlow).user('human').bot('A human takes over.').run();
  });

  it('is ignored during a handoff', async () => {
    await converse(pizzaFlow)
      .user('human')
      .bot('A human takes over.')
      .user('restart')
      .at({ status: 'handoff' })
      .run();
  });
});

describe('a message', () => {
  it('without a text is not sent', async () => {
    const flow = flowOf({
      m: { kind: 'message', text: '{{ unset }}', next: 's' },
      s: { kind: 'set', assign: { unset: '1' }, next: 'done' },
    });
    await converse(flow).user('hi').at({ status: 'completed' }).run();
  });

  it("reads the visitor's message", async () => {
    const flow = flowOf({ m: { kind: 'message', text: 'You: {{ message.text }}', next: 'done' } });
    await converse(flow).user('höi').bot('You: höi').run();
  });
});

describe('a test', () => {
  const flow = flowOf({ m: { kind: 'message', text: 'Hello.', next: 'done' } });

  it('fails at a reply that is not as expected', async () => {
    await expect(converse(flow).user('hi').bot('Hullo.').run()).rejects.toThrow(
      'script step 1 ({"expect":"Hullo."}): expected "Hullo.", the flow said "Hello."',
    );
  });

  it('fails at a reply that is missing or left over', async () => {
    await expect(converse(flow).user('hi').bot('Hello.').bot('More.').run()).rejects.toThrow('nothing more');
    await expect(converse(flow).user('hi').run()).rejects.toThrow('the flow also said "Hello."');
  });

  it('fails at a state that is not as expected', async () => {
    await expect(converse(flow).user('hi').bot('Hello.').at({ status: 'active' }).run()).rejects.toThrow(
      'expected status "active", found "completed"',
    );
  });

  it('fails where the flow raises an error', async () => {
    const raising = flowOf({ m: { kind: 'message', text: '{{ 1 / size("") }}', next: 'done' } });
    await expect(converse(raising).user('hi').run()).rejects.toThrow('division by zero');
  });
});
