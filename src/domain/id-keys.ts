/** A key from which ids are derived; its name begins them. The key that was there before keys had names has none. */
export interface IdKey {
  readonly id: string;
  readonly secret: string;
}

/** The current key, then those from which ids were derived before, or will be. */
export type IdKeys = readonly [IdKey, ...IdKey[]];

/** Characters of an id behind its key's name. */
export const idChars = 24;
const named = /^([a-z0-9]{2}):(.+)$/;

/**
 * Keys as their secret holds them: `SECRET`, or `k2:SECRET,SECRET`, the current one first.
 * @throws Error when there is none, or two have one name
 */
export function parseIdKeys(text: string): IdKeys {
  const [first, ...others] = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part): IdKey => {
      const [, id = '', secret = part] = named.exec(part) ?? [];
      return { id, secret };
    });
  if (!first) throw new Error('there is no key to derive ids from');
  const keys: IdKeys = [first, ...others];
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error('two keys of ids have one name');
  return keys;
}

/** The key of this name, or the current one when it is gone. */
export function keyNamed(keys: IdKeys, id: string): IdKey {
  return keys.find((key) => key.id === id) ?? keys[0];
}

/** The key that an id begins with the name of, or the current one when it is gone. */
export function keyOfId(keys: IdKeys, derivedId: string): IdKey {
  return keyNamed(keys, derivedId.slice(0, Math.max(0, derivedId.length - idChars)));
}
