import { it } from 'vitest';
import { withstandLoad } from '../support/withstand-load.ts';

/** The thousand of fifty users run with the long tests. */
it('a hundred messages of twenty users are each answered once, in order, whatever fails and dies meanwhile', async () => {
  await withstandLoad({ users: 20, messagesPerUser: 5, diesAtCalls: [300, 901] });
}, 180_000);
