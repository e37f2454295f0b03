const key = '"phone_number_id"';
/** What follows the key, as far as it is looked at: a colon and the number. */
const valueBytes = 100;
const value = /^\s*:\s*"([^"\\]{1,64})"/;

/**
 * The numbers that a body names, in order and each once, found without parsing it: nothing is known yet of who wrote
 * it. A provider has no reason to escape a letter of the key or a digit of the number.
 */
export function namedNumbers(rawBody: Uint8Array, most: number): readonly string[] {
  const bytes = Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  const found = new Set<string>();
  for (let at = bytes.indexOf(key); at >= 0 && found.size < most; at = bytes.indexOf(key, at + key.length)) {
    const from = at + key.length;
    const number = value.exec(bytes.toString('latin1', from, from + valueBytes))?.[1];
    if (number !== undefined) found.add(number);
  }
  return [...found];
}
