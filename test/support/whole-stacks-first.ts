import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects of which files may take long, before those that fill what is left of a core's time at the end. */
const order = ['browsers', 'thorough', 'daily'];
/** Whole stacks, killed and restarted. */
const wholeStacks = /\/test\/(journeys|bin)\//;

/** Runs project after project, so that a process is kept for all files of one, and the short files last. */
export class WholeStacksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      order.indexOf(project.name) + (wholeStacks.test(moduleId) ? 0 : 0.5);
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
