import { expect, it } from 'vitest';
import { rehearseRestore } from '../support/restore/rehearse-restore.ts';

/**
 * The rehearsal of docs/operations.md "Backup and restore", with its figures. `AWS_ENDPOINT_URL_DYNAMODB` names the engine
 * (DynamoDB Local, say); without it the embedded one is rehearsed on. `SCHEDULE_BY_ITSELF` leaves the first run of the
 * schedule to its minute.
 */
it('tables are restored to a moment while visitors write: what was answered before it and all after the start is kept', async () => {
  const report = await rehearseRestore({
    ...{ sessions: 6, messagesEach: 4, waitMinutes: 6 },
    ...{ silent: 4, scheduleByHand: process.env.SCHEDULE_BY_ITSELF === undefined },
  });
  console.log(JSON.stringify(report, null, 1));
  expect(report.lostAnswers).toEqual([]);
  expect(report.lost.after).toBe(0);
  expect(report.lost.between).toBeGreaterThan(0);
  expect(report.unanswered).toEqual([]);
  expect(report.resumedS.length).toBeGreaterThan(0);
});
