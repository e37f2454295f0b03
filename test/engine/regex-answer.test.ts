import { expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { WorkBudget } from '../../src/engine/size.ts';
import { TurnStepContext } from '../../src/engine/step-context.ts';
import { flowOf } from '../support/flow-of.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

/** Each of its many states may be alive at every character. */
const dear = '(?:[a-z]{0,190})*!?';
const flow = flowOf({
  ask: {
    kind: 'question',
    text: 'Well?',
    validate: { type: 'regex', pattern: dear },
    saveAs: 'x',
    next: 'done',
  },
});

async function waiting() {
  const { deps } = turnOf(flow);
  return ended(await processInbound(messageOf('hi'), deps)).state;
}

async function answer(text: string) {
  const { deps } = turnOf(flow, await waiting());
  return ended(await processInbound(messageOf(text), deps)).state.status;
}

it('an answer that is too long for its pattern is a wrong one, and no failure', async () => {
  expect(await answer('a'.repeat(2_000))).toBe('completed');
  expect(await answer('a'.repeat(limits.textChars))).toBe('active');
});

it("matching uses the turn's budget: enough of it, and the turn computes too much", async () => {
  const state = await waiting();
  const { deps } = turnOf(flow, state);
  const turn = new WorkBudget();
  const matches = () =>
    new TurnStepContext(flow, state, 0, { message: messageOf(''), deps, work: turn }).matches(
      dear,
      'a'.repeat(2_000),
    );
  for (let n = 0; n < 9; n += 1) expect(matches()).toBe(true);
  expect(matches).toThrow('the turn computes too much');
});
