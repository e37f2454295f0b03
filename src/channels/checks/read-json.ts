import { InvalidBodyError } from '../../domain/errors.ts';

/**
 * Parses a webhook body. Characters that no text has (NUL, half a surrogate pair) are mended rather than refused:
 * the provider would deliver the same body again and again, and its other messages with it.
 * @throws InvalidBodyError for what is not JSON
 */
export function readJson(rawBody: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(rawBody), mend);
  } catch {
    throw new InvalidBodyError('the body is not JSON');
  }
}

function mend(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\u{fffd}') : value;
}
