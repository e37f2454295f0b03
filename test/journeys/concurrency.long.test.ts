import { it } from 'vitest';
import { converseSideBySide } from '../support/conversation.ts';
import { startTestStack } from '../support/start-stack.ts';

it('200 concurrent conversations of 10 turns stay complete, in order and apart', async () => {
  const stack = await startTestStack({ tenantLimit: 100_000 });
  try {
    await converseSideBySide(stack, { conversations: 200, turns: 10 });
  } finally {
    await stack.stop();
  }
}, 300_000);
