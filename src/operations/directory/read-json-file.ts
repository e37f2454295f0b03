import { readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';

/** A file that an operator wrote is not what it should be; the message names file and path. */
export class ConfigurationFileError extends Error {
  override readonly name = 'ConfigurationFileError';
}

interface Fault {
  readonly path: string;
  readonly message: string;
}

/**
 * Reads and validates a JSON file.
 * @param placeholders values for `${NAME}` in it
 * @throws ConfigurationFileError with every fault of the file
 */
export async function readJsonFile<T extends z.ZodMiniType>(
  file: string,
  schema: T,
  placeholders: Readonly<Record<string, string>> = {},
): Promise<z.output<T>> {
  const text = (await readFile(file, 'utf8')).replaceAll(
    /\$\{([A-Z_]+)\}/g,
    (whole, name) => placeholders[name] ?? whole,
  );
  const parsed = schema.safeParse(parseJson(file, text));
  if (parsed.success) return parsed.data;
  throw fileError(
    file,
    parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  );
}

/** The faults of one file as an error, a line each. */
export function fileError(file: string, faults: readonly Fault[]): ConfigurationFileError {
  return new ConfigurationFileError(
    faults.map(({ path, message }) => [file, path, message].filter(Boolean).join(': ')).join('\n'),
  );
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigurationFileError(`${file}: ${error instanceof Error ? error.message : 'not JSON'}`);
  }
}
