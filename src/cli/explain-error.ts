import { CommanderError } from 'commander';
import { ConfigurationFileError, type FileProblem } from '../operations/directory/read-json-file.ts';

const credentialsFix =
  'Sign in (aws sso login, or AWS_PROFILE / AWS_ACCESS_KEY_ID), or pass --local for the local stack.';

/** Explains errors of AWS and the network to an operator. */
const explanations: Readonly<Record<string, (message: string) => CommandError>> = {
  CredentialsProviderError: () => new CommandError('No AWS credentials found.', credentialsFix),
  ExpiredTokenException: () => new CommandError('The AWS credentials have expired.', credentialsFix),
  UnrecognizedClientException: () => new CommandError('AWS rejected these credentials.', credentialsFix),
  InvalidClientTokenId: () => new CommandError('AWS rejected these credentials.', credentialsFix),
  AccessDeniedException: notAllowed,
  AccessDenied: notAllowed,
  ResourceNotFoundException: notDeployed,
  QueueDoesNotExist: notDeployed,
};

function notAllowed(message: string): CommandError {
  const fix = 'Request a role with this permission, or select another with AWS_PROFILE.';
  return new CommandError(sentence(message), fix);
}

function notDeployed(message: string): CommandError {
  return new CommandError(
    `A resource of this command does not exist: ${sentence(message)}`,
    'Check --stage (or --prefix), AWS_REGION and the account; a new stage needs `npx cdk deploy --all -c stage=NAME` first.',
  );
}

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'No server responds there: start it with `npm start`, or check the URL.',
  ENOTFOUND: 'The host does not exist: check AWS_REGION and the network.',
};

/** Formats others' messages like our own: with a capital letter and a full stop. */
export const sentence = (text: string) =>
  text.replace(/^(error: )?([a-z])/, (_, _label, first) => first.toUpperCase()).replace(/[^.!?…]$/, '$&.');

/** Commander's own, whose second line may be a guess at what was meant. */
function calledWrongly(message: string): UsageError {
  const [reason = '', guess] = message.split('\n');
  const problem = reason.replace(
    /^error: command-argument value ('.*') is invalid for argument '(.*)'\./,
    '$2 $1 is not known.',
  );
  const help = 'See --help for its arguments and options.';
  return new UsageError(sentence(problem), guess ? `${guess.replace(/^\((.*)\)$/, '$1')} ${help}` : help);
}

/** Returns any error as a message with a fix; unexpected errors keep their own message. */
export function explainError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof ConfigurationFileError)
    return new CommandError(error.message, error.fix, error.problems);
  if (error instanceof CommanderError) return calledWrongly(error.message);
  if (!(error instanceof Error)) return new CommandError(sentence(String(error)));
  if (error.message === 'Region is missing') {
    return new CommandError('No AWS region is set.', 'Set AWS_REGION, for example AWS_REGION=eu-central-1.');
  }
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' && 'path' in error) {
    return new CommandError(
      `File not found: ${error.path}.`,
      'Check the path; it is relative to the current folder.',
    );
  }
  if (codes[code]) return new CommandError(sentence(error.message || code), codes[code]);
  return explanations[error.name]?.(error.message) ?? new CommandError(sentence(error.message || error.name));
}

/** A command can't do what it was asked; the exit code is 1. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  /** The fix for each code. */
  readonly fix: string | undefined;
  /** The problems of files, for programs. */
  readonly problems: readonly FileProblem[] | undefined;

  constructor(message: string, remedy?: string, problems?: readonly FileProblem[]) {
    super(message);
    this.fix = remedy;
    this.problems = problems;
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
