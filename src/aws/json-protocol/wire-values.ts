export type Members = Record<string, unknown>;

/** A value of the SDK's types as JSON has it: bytes in base64, times in seconds. Copied only where that changes something. */
export function toWire(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  if (value instanceof Date) return value.getTime() / 1_000;
  if (Array.isArray(value)) return value.map(toWire);
  const members = value as Members;
  let wire = members;
  for (const name of Object.keys(members)) {
    const member = toWire(members[name]);
    if (member === members[name]) continue;
    if (wire === members) wire = { ...members };
    wire[name] = member;
  }
  return wire;
}

/**
 * An answer of DynamoDB, as parsed, with its bytes as the SDK has them, put into it. In it, only an attribute's value is a text
 * or a list of texts by the name of `B` or `BS`: an attribute of such a name has an object there.
 */
export function withBytes(members: Members): Members {
  const { B: one, BS: several } = members;
  if (typeof one === 'string') return { B: bytesOf(one) };
  if (Array.isArray(several)) return { BS: several.map((text) => bytesOf(String(text))) };
  // Each name is the object's own already, `__proto__` too, so that this can set nothing else.
  for (const name of Object.keys(members)) members[name] = ofMember(members[name]);
  return members;
}

function ofMember(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ofMember);
  return typeof value === 'object' && value !== null ? withBytes(value as Members) : value;
}

/** Whether an answer may have bytes in it, which few do not need to be looked through for. */
export const mayHaveBytes = (text: string): boolean => text.includes('"B":"') || text.includes('"BS":[');

function bytesOf(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text, 'base64');
  return new Uint8Array(buffer, byteOffset, byteLength);
}
