/** DynamoDB nests 32 deep, and what is kept lies some levels down already. */
const depth = 12;

/**
 * What a provider sent, as it can be kept in a message's metadata: the value itself, or its JSON when it is nested too
 * deeply to be stored as it is. However large: what is over-large is stored apart, see `keepLarge`.
 */
export function keepRaw(value: unknown): unknown {
  return nestsAtMost(value, depth) ? value : JSON.stringify(value);
}

function nestsAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => nestsAtMost(member, levels - 1));
}
