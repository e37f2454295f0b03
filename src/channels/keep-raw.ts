/** DynamoDB nests 32 deep, and what is kept lies some levels down already. */
const depth = 12;

/**
 * Returns a provider's payload for a message's metadata: the value itself, or its JSON if it is nested too deeply
 * to store. Large payloads are stored separately, see `keepLarge`.
 */
export function keepRaw(value: unknown): unknown {
  return nestsAtMost(value, depth) ? value : JSON.stringify(value);
}

function nestsAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => nestsAtMost(member, levels - 1));
}
