import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects of which files may take long, before those that fill what is left of a core's time at the end. */
const order = ['browsers', 'thorough', 'daily'];
/** Whole stacks, killed and restarted. */
const wholeStacks = /\/test\/(journeys|bin)\//;
/**
 * What mostly waits: for seconds that are promised (an erasure, a cache, a poll), or until a message is visible again.
 * All of them at once would leave the cores with nothing to do.
 */
export const waitingFiles = [
  'test/aws/clients.test.ts',
  'test/cli/dead-letters.test.ts',
  'test/cli/dlq.test.ts',
  'test/client/visitor-chat.test.ts',
  'test/journeys/publishing.test.ts',
  'test/journeys/slow-reply.test.ts',
  'test/lambda/admin/channels.test.ts',
  'test/lambda/admin/inbox-routes.test.ts',
  'test/lambda/admin/inbox.test.ts',
  'test/lambda/admin/people.test.ts',
];
/** So many others begin before each of them. */
const between = 2;

/**
 * Runs project after project, so that a process is kept for all files of one, the short files last and those that wait
 * one by one among the first.
 */
export class SpreadWaits extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      order.indexOf(project.name) + (wholeStacks.test(moduleId) ? 0 : 0.5);
    const sorted = (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
    const waits = ({ moduleId }: TestSpecification) => waitingFiles.some((file) => moduleId.endsWith(file));
    const spread = sorted.filter((file) => !waits(file));
    const begin = spread.findIndex(({ project }) => project.name === 'daily');
    for (const [n, file] of sorted.filter(waits).entries())
      spread.splice(Math.max(0, begin) + (n + 1) * between + n, 0, file);
    return spread;
  }
}
