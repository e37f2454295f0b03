import type { FileFault } from '../operations/directory/read-json-file.ts';

/** A command can't do what it was asked; the exit code is 1. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  /** How to mend it. */
  readonly mend: string | undefined;
  /** The faults of files, for a program. */
  readonly faults: readonly FileFault[] | undefined;

  constructor(message: string, mend?: string, faults?: readonly FileFault[]) {
    super(message);
    this.mend = mend;
    this.faults = faults;
  }
}

/** The command was called wrongly; the exit code is 2. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
}

/** The command has printed what failed; nothing is left to say, and the exit code is 1. */
export class ReportedFailure extends Error {
  override readonly name = 'ReportedFailure';
}
