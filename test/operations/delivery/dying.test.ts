import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { World } from '../../support/virtual/world.ts';

const acme = '106540352242922';
const minuteMs = 60_000;

let world: World;
beforeAll(async () => {
  world = await World.start();
});
beforeEach(() => world.provider.troubles.clear());
afterAll(() => world.stop());

const say = (user: string, ...texts: string[]) => world.commit({ tenantId: 'acme', user, texts });
const textsTo = (user: string) =>
  world.provider.taken.filter(({ to }) => to === user).map(({ text }) => text);

/** Has the process die with its so manieth call from now on, behind its effect or before it; `called` gets that reply's id. */
function dieAt(nth: number, hasEffect: boolean, called: string[] = []): void {
  let calls = 0;
  world.provider.troubles.set(acme, async (request) => {
    calls += 1;
    if (calls !== nth) return world.provider.take(request);
    called.push(JSON.parse(request.body ?? '{}').biz_opaque_callback_data);
    if (hasEffect) await world.provider.take(request);
    throw new Error('the process has died');
  });
}

describe('replies of one turn, whose calls are prepared by one write', () => {
  it.each([1, 2, 3])(
    'are sent once each, in order, when the process dies after call %i and a status reports it',
    async (nth) => {
      const user = `behind-${nth}`;
      const called: string[] = [];
      dieAt(nth, true, called);
      await say(user, 'one', 'two', 'three');
      await world.run(2_000);
      expect(textsTo(user)).toEqual(['one', 'two', 'three'].slice(0, nth));
      const status = { id: `wamid.${user}`, status: 'delivered', biz_opaque_callback_data: called[0] };
      await world.tellStatuses([status]);
      await world.run(2 * minuteMs);
      expect(textsTo(user)).toEqual(['one', 'two', 'three']);
    },
  );

  it.each([1, 2, 3])('are sent once each, in order, when the process dies before call %i', async (nth) => {
    const user = `before-${nth}`;
    dieAt(nth, false);
    await say(user, 'one', 'two', 'three');
    await world.run(2_000);
    expect(textsTo(user)).toEqual(['one', 'two', 'three'].slice(0, nth - 1));
    // Nobody knows whether it had its effect: half a minute for a status.
    await world.run(2 * minuteMs);
    expect(textsTo(user)).toEqual(['one', 'two', 'three']);
  });
});
