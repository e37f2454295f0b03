/**
 * What a client is told of its minute.
 * @param state messages a minute, how many are left, and seconds until one more is
 * @see design 2.4, https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function rateLimitHeaders(
  policy: 'session' | 'tenant' | 'address' | 'key',
  { limit, left, seconds }: { readonly limit: number; readonly left: number; readonly seconds: number },
): Record<string, string> {
  return {
    'ratelimit-policy': `"${policy}";q=${limit};w=60`,
    ratelimit: `"${policy}";r=${left};t=${seconds}`,
  };
}
