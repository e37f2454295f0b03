import { createInterface } from 'node:readline/promises';
import { CommandError, UsageError } from './errors.ts';
import type { Io } from './io.ts';
import type { Target } from './target.ts';

export interface YesOption {
  readonly yes?: boolean;
}

/**
 * Asks before something is done to a deployment that people would notice; a stack of this machine is nobody's.
 * @throws UsageError where nobody can be asked
 * @throws CommandError when the answer is not yes
 */
export async function confirm(
  io: Io,
  target: Pick<Target, 'label' | 'local'>,
  { yes = false }: YesOption,
  what: string,
): Promise<void> {
  if (yes || target.local) return;
  if (!io.isTerminal)
    throw new UsageError(`${what} in ${target.label}: nobody is there to be asked.`, 'Give --yes.');
  io.err(`${what} in ${target.label}? Type yes to go on.`);
  const lines = createInterface({ input: io.input });
  const { value } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (
    String(value ?? '')
      .trim()
      .toLowerCase() !== 'yes'
  )
    throw new CommandError('Nothing was done.');
}
