/**
 * What a conversation may hold: it lies in one item of the database (400 KB), twice while a turn is suspended, together
 * with the turn's message and its effects.
 */
const maxVariableBytes = 64 * 1024;
const maxEffectBytes = 64 * 1024;
const utf8 = new TextEncoder();

/** Whether a conversation may hold these variables. */
export const fitsVariables = (variables: object): boolean => fits(variables, maxVariableBytes);

/** Whether one turn may ask for these effects. */
export const fitsEffects = (effects: object): boolean => fits(effects, maxEffectBytes);

/** Most take so much less that nothing needs to be written and encoded. */
function fits(value: object, bytes: number): boolean {
  return bytesAtMost(value, bytes) <= bytes || utf8.encode(JSON.stringify(value)).length <= bytes;
}

/** No character of UTF-16 is more than `\u0000` in JSON, or three bytes of UTF-8. */
const maxBytesOfChar = 6;
const maxBytesOfNumber = 26;

/** Bytes that a value takes as JSON: so many, or fewer; above `enough` counting ends. */
function bytesAtMost(value: unknown, enough: number): number {
  if (typeof value === 'string') return 3 + maxBytesOfChar * value.length;
  if (typeof value !== 'object' || value === null) return maxBytesOfNumber;
  let bytes = 3;
  if (Array.isArray(value)) {
    for (const item of value) {
      bytes += bytesAtMost(item, enough);
      if (bytes > enough) return bytes;
    }
    return bytes;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const key in members) {
    bytes += 4 + maxBytesOfChar * key.length + bytesAtMost(members[key], enough);
    if (bytes > enough) return bytes;
  }
  return bytes;
}
