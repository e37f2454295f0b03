/** DynamoDB nests 32 deep, and what is kept lies some levels down already. */
const depth = 12;
const bytes = 16 * 1024;

/**
 * What a provider sent, as it can be kept in a message's metadata: the value itself, or the beginning of its JSON when
 * it is nested too deeply or too large to be stored with the message.
 */
export function keepRaw(value: unknown): unknown {
  const json = JSON.stringify(value) ?? 'null';
  return json.length <= bytes && nestsAtMost(value, depth) ? value : json.slice(0, bytes).toWellFormed();
}

function nestsAtMost(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((member) => nestsAtMost(member, levels - 1));
}
