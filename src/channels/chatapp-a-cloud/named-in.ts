/** The colon and the name after a key. */
const valueBytes = 100;

interface Naming {
  readonly key: string;
  readonly value: RegExp;
}
const numbers: Naming = { key: '"phone_number_id"', value: /^\s*:\s*"([^"\\]{1,64})"/ };
/** For an `entry`; message IDs aren't numbers. */
const businesses: Naming = { key: '"id"', value: /^\s*:\s*"(\d{1,64})"/ };

/**
 * The numbers that a body names, in order and each once, found without parsing it: nothing is known yet of who wrote
 * it. A provider has no reason to escape a letter of the key or a digit of the number.
 */
export function namedNumbers(rawBody: Uint8Array, most: number): readonly string[] {
  return namedIn(rawBody, numbers, most);
}

/** The business accounts that a body may name, found likewise. */
export function namedBusinesses(rawBody: Uint8Array, most: number): readonly string[] {
  return namedIn(rawBody, businesses, most);
}

function namedIn(rawBody: Uint8Array, { key, value }: Naming, most: number): readonly string[] {
  const bytes = Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  const found = new Set<string>();
  for (let at = bytes.indexOf(key); at >= 0 && found.size < most; at = bytes.indexOf(key, at + key.length)) {
    const from = at + key.length;
    const name = value.exec(bytes.toString('latin1', from, from + valueBytes))?.[1];
    if (name !== undefined) found.add(name);
  }
  return [...found];
}
