import { expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { createSettledTurns } from '../../../src/operations/turn/settle-turn.ts';

const conversation = (conversationId: string) =>
  ({ conversationId, outbox: [{ turnId: `turn of ${conversationId}` }] }) as never;

it('a process forgets settled turns before tables can have been restored to a time before them', () => {
  const clock = { nowMs: 1_000_000 };
  const settled = createSettledTurns(() => clock.nowMs);
  for (const id of ['one', 'two']) settled.add(conversation(id), [`turn of ${id}`]);
  clock.nowMs += limits.settleAfterMs - 1;
  expect(settled.has('turn of one')).toBe(true);
  expect(settled.takeOther('two')).toMatchObject({ conversationId: 'one' });
  clock.nowMs += 1;
  expect(settled.has('turn of one')).toBe(false);
  expect(settled.has('of nobody')).toBe(false);
  expect(settled.takeOther('another')).toBeUndefined();
});
