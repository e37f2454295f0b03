import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../support/run-cli.ts';
import { outages } from '../../support/virtual/provider.ts';
import { World } from '../../support/virtual/world.ts';

const acme = '106540352242922';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const say = (user: string, text: string) => world.commit({ tenantId: 'acme', user, texts: [text] });
const textsTo = (user: string) =>
  world.provider.taken.filter(({ to }) => to === user).map(({ text }) => text);
const stateOf = async (user: string) => {
  const { state, reason } = await world.lastReply({ tenantId: 'acme', user });
  return reason === null ? state : `${state}: ${reason}`;
};
const cli = (...args: readonly string[]) => runCli([...args, '--endpoint', world.stack.url]);

describe('a reply', () => {
  it('answered with 200 and no message ID does not count as sent', async () => {
    world.provider.troubles.set(acme, outages['says 200 with a page instead of an id']);
    await say('portal', 'hello');
    await world.run(10 * minuteMs);
    expect(await stateOf('portal')).toBeNull();
    world.provider.troubles.delete(acme);
    await world.run(20 * minuteMs);
    expect([textsTo('portal'), await stateOf('portal')]).toEqual([['hello'], 'sent']);
  });

  it("whose answer was lost is confirmed by its status: not sent again, and found by the provider's ID", async () => {
    world.provider.troubles.set(acme, async ({ body }) => {
      lost.push(JSON.parse(body ?? '{}').biz_opaque_callback_data);
      return outages['closes the connection without an answer']();
    });
    const lost: string[] = [];
    await say('confirmed', 'hello');
    await world.run(5_000);
    expect(lost).toHaveLength(1);
    world.provider.troubles.delete(acme);
    const status = { id: 'wamid.confirmed', status: 'delivered', biz_opaque_callback_data: lost[0] };
    await world.tellStatuses([status]);
    await world.run(5 * minuteMs);
    expect([textsTo('confirmed'), await stateOf('confirmed')]).toEqual([[], 'delivered']);
    const { id } = await world.lastReply({ tenantId: 'acme', user: 'confirmed' });
    const { code, out } = await cli('message', 'why', 'wamid.confirmed', '--tenant', 'acme', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      direction: 'outbound',
      conversationId: 'conversation-acme-confirmed',
    });
    expect(JSON.parse(out).steps).toContainEqual(expect.objectContaining({ what: 'delivery', replyId: id }));
  });

  it('is tried for a day and then failed, and the next one is sent', async () => {
    world.provider.troubles.set(acme, outages['refuses the connection']);
    await say('late', 'of yesterday');
    await world.run(5 * minuteMs);
    world.skip(23.5 * hourMs);
    await world.run(20 * minuteMs);
    expect(await stateOf('late')).toBeNull();
    await world.run(10 * minuteMs);
    expect(await stateOf('late')).toBe('failed: expired');
    await say('late', 'of today');
    world.provider.troubles.delete(acme);
    await world.run(20 * minuteMs);
    expect([textsTo('late'), await stateOf('late')]).toEqual([['of today'], 'sent']);
  });

  it('of a suspended tenant is held, and sent when the tenant is resumed', async () => {
    expect((await cli('tenant', 'suspend', 'acme')).code).toBe(0);
    await world.run(2 * minuteMs);
    await say('suspended', 'first');
    await world.run(10 * minuteMs);
    await say('suspended', 'second');
    await world.run(10 * minuteMs);
    expect([textsTo('suspended'), await stateOf('suspended')]).toEqual([[], null]);
    expect((await cli('tenant', 'resume', 'acme')).code).toBe(0);
    await world.run(20 * minuteMs);
    expect([textsTo('suspended'), await stateOf('suspended')]).toEqual([['first', 'second'], 'sent']);
  });
});
