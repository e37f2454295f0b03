import { InvalidArgumentError } from 'commander';
import { CommandError } from './errors.ts';

/** An option that names a version. */
export function toVersion(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** Between reading which version is live and moving it, somebody else has moved it. */
export function changedMeanwhile(flowId: string): CommandError {
  return new CommandError(
    `Somebody has just made another version of flow ${flowId} live.`,
    'Nothing was made live. Run the command again, after a look at `npx gateway tenant show`.',
  );
}
