import { expect, it } from 'vitest';
import { withstandLoad } from '../support/withstand-load.ts';

it('a thousand messages of fifty users are each answered once, in order, whatever fails and dies meanwhile', async () => {
  const { duplicates } = await withstandLoad({
    users: 50,
    messagesPerUser: 20,
    diesAtCalls: [500, 2_000, 4_001, 6_002, 8_003, 10_004],
  });
  expect(duplicates).toBeGreaterThan(50);
}, 600_000);
