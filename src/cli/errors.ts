/** A command can't do what it was asked; the exit code is 1. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  /** How to mend it. */
  readonly mend: string | undefined;

  constructor(message: string, mend?: string) {
    super(message);
    this.mend = mend;
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
