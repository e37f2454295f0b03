import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** Enough of a stack to find the place. */
const stackLines = 12;

const inShort = (error: Pick<SerializedError, 'message' | 'stack'>): string =>
  stripVTControlCharacters(error.stack ?? error.message)
    .split('\n')
    .slice(0, stackLines)
    .map((line) => `    ${line}`)
    .join('\n');

/**
 * Writes what a run of tests came to into the file that `VERDICT_FILE` names: each failed test, each file that did not
 * load, each failed hook and each error that belongs to no test, in short, and last the line "N passed, N failed". Such
 * an error ends the run with an exit code though every test passed, so it counts as a failure.
 */
export class VerdictReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const { VERDICT_FILE: file } = process.env;
    if (file === undefined) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failures = [
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => ({
          name: `${test.module.relativeModuleId}: ${test.fullName}`,
          errors: test.result().errors ?? [],
        })),
      ...modules
        .flatMap((module) => [
          { name: module.relativeModuleId, errors: module.errors() },
          ...[...module.children.allSuites()].map((suite) => ({
            name: `${module.relativeModuleId}: around "${suite.fullName}"`,
            errors: suite.errors(),
          })),
        ])
        .filter(({ errors }) => errors.length > 0),
      ...unhandled.map(({ VITEST_TEST_PATH: path, ...error }) => ({
        name: `An error outside of every test, while ${String(path)} ran`,
        errors: [error as SerializedError],
      })),
    ];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    writeFileSync(
      file,
      [
        ...failures.map(({ name, errors }) => [name, ...errors.map(inShort)].join('\n')),
        `${passed} passed, ${failures.length} failed`,
        '',
      ].join('\n'),
    );
  }
}
