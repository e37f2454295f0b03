import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Units before journeys, and short files before long ones: most mutants are found by the first test that reaches them. */
export class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      statSync(moduleId).size * (/\/test\/(journeys|faults)\//.test(moduleId) ? 100 : 1);
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}
