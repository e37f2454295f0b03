import type * as z from 'zod/mini';

/**
 * The claims of a token that came straight from the provider over TLS; null when it says something else.
 * @see OpenID Connect Core section 3.1.3.7 point 6
 */
export function claimsOf<T>(token: string, schema: z.ZodMiniType<T>): T | null {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}
