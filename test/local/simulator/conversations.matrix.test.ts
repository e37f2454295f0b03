import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserMessage } from '../../../src/local/simulator/page/protocol.ts';
import { type Simulated, startSimulated } from '../../support/start-simulated.ts';

let simulated: Simulated;
beforeAll(async () => {
  simulated = await startSimulated();
});
afterAll(() => simulated.stop());

const accounts = ['acme/whatsapp', 'acme/whatsapp-360', 'acme/contact-center'];
const patience = { timeout: 40_000 };
let lastUser = 4915140000000;
const newUser = () => {
  lastUser += 1;
  return String(lastUser);
};

const shown = (userId: string) =>
  simulated.simulator.book.messages().filter((message) => message.userId === userId);
const repliesTo = (userId: string) => shown(userId).filter(({ author }) => author === 'business');

describe.each(accounts)('through %s', (account) => {
  it('a user picks a choice and sees each reply with its ticks', async () => {
    const { simulator } = simulated;
    const user = newUser();
    expect((await simulator.say(account, user, 'hello')).status).toBe(200);
    await expect.poll(() => repliesTo(user).length, patience).toBe(2);
    const menu = repliesTo(user)[1]?.content;
    const choice = (menu?.list?.rows ?? menu?.buttons ?? []).find(({ title }) => title === 'Opening hours');
    await simulator.say(account, user, { type: 'list', title: 'Opening hours', id: choice?.id ?? '' });
    await expect.poll(() => repliesTo(user).length, patience).toBe(4);
    expect(repliesTo(user)[2]?.content.text).toContain('Monday to Friday');
    const buttons = repliesTo(user)[3]?.content.buttons ?? [];
    expect(buttons.map(({ title }) => title)).toEqual(['Yes', 'No']);
    await simulator.say(account, user, { type: 'button', title: 'No', id: buttons[1]?.id ?? '' });
    await expect.poll(() => repliesTo(user).at(-1)?.content.text, patience).toContain('goodbye');
    await expect
      .poll(() => new Set(repliesTo(user).map(({ tick }) => tick)), patience)
      .toEqual(new Set(['read']));
  });

  it.each<[UserMessage, part: string]>([
    [{ type: 'text', text: 'grüße' }, '"text":"grüße"'],
    [{ type: 'button', id: 'b', title: 'B' }, '"text":"b"'],
    [{ type: 'list', id: 'l', title: 'L', description: 'of a list' }, '"text":"l"'],
    [{ type: 'image', caption: 'My receipt' }, '"caption":"My receipt"'],
    [{ type: 'audio' }, '"type":"audio"'],
    [{ type: 'video' }, '"type":"video"'],
    [{ type: 'document', filename: 'contract.pdf' }, '"filename":"contract.pdf"'],
    [{ type: 'sticker' }, '"type":"sticker"'],
    [
      { type: 'location', latitude: 48.85, longitude: 2.29, name: 'Paris' },
      '"latitude":48.85,"longitude":2.29',
    ],
    [{ type: 'contacts', names: ['Grace Hopper', 'Alan Turing'] }, 'Alan Turing'],
    [{ type: 'reaction', messageId: 'wamid.1', emoji: '👍' }, '{"messageId":"wamid.1","emoji":"👍"}'],
    [{ type: 'unsupported' }, 'oll'],
    [{ type: 'unknown' }, '"raw":{'],
  ])('%o becomes a canonical message with %s', async (message, part) => {
    const { simulator, stack } = simulated;
    const { id, status } = await simulator.say(account, newUser(), message);
    expect(status).toBe(200);
    const received = stack.bus.events.filter(
      (event) =>
        event['detail-type'] === 'Conversation.MessageReceived' && JSON.stringify(event.detail).includes(id),
    );
    expect(received).toHaveLength(1);
    expect(JSON.stringify(received[0]?.detail.data)).toContain(part);
  });

  it.each([
    ['in-hand', 'read'],
    ['in-pocket', 'delivered'],
    ['switched-off', 'sent'],
    ['gone', 'failed'],
  ] as const)('with the phone %s a reply gets as far as %s', async (phone, tick) => {
    const { simulator } = simulated;
    const user = newUser();
    simulator.setPhone(phone);
    await simulator.say(account, user, 'hello');
    await expect.poll(() => repliesTo(user).map((reply) => reply.tick), patience).toEqual([tick, tick]);
    simulator.setPhone('in-hand');
  });
});

it('a phone that is switched on again gets the waiting messages', async () => {
  const { simulator } = simulated;
  const user = newUser();
  simulator.setPhone('switched-off');
  await simulator.say('acme/whatsapp', user, 'hello');
  await expect.poll(() => repliesTo(user).map(({ tick }) => tick), patience).toEqual(['sent', 'sent']);
  simulator.setPhone('in-hand');
  await expect.poll(() => repliesTo(user).map(({ tick }) => tick), patience).toEqual(['read', 'read']);
});

it('a missing account can’t be written to', async () => {
  await expect(simulated.simulator.say('acme/pigeon', newUser(), 'coo')).rejects.toThrow('acme/pigeon');
});
