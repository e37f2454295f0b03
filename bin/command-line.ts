import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
const help = { type: 'boolean', short: 'h' } as const;

/** The command line is not one of this program's. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads a command line that may ask for `--help`, too.
 * @throws UsageError with what is wrong, in one sentence
 */
export function parseCommandLine<T extends Options>(args: readonly string[], options: T, mostArguments = 0) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help },
      allowPositionals: true,
    });
    const tooMany = positionals[mostArguments];
    if (tooMany !== undefined) throw new UsageError(`Unexpected argument '${tooMany}'.`);
    return { values, positionals };
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof TypeError)) throw error;
    // The rest explains how to pass it as an argument, which is never meant.
    throw new UsageError(`${error.message.split(/\.\s/, 1)[0]?.replace(/\.$/, '')}.`);
  }
}

/** Ends a program that was called wrongly. */
export function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}

/** Reads this program's own command line, or ends it: with its usage, or with what is wrong with the line. */
export function readCommandLine<T extends Options>(usage: string, options: T, mostArguments = 0) {
  try {
    const read = parseCommandLine(process.argv.slice(2), options, mostArguments);
    if (!('help' in read.values)) return read;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    if (error instanceof UsageError) refuse(error.message);
    throw error;
  }
}
