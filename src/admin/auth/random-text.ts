/** Base64url text of this length out of random bytes; the length must be a multiple of four. @see RFC 7636 section 4.1 */
export function randomText(randomBytes: (length: number) => Uint8Array, length: number): string {
  const bytes = randomBytes((length * 3) / 4);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
