import { decodeTime, encodeTime, ulid } from 'ulid';

/** Crockford's base 32, in which ULIDs are written. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const idChars = 26;
const timeChars = 10;
/** Ids kept free behind a message, for the replies of its turn: many more than 100 steps can send. */
const room = 2n ** 20n;
/** Left behind the last one, so that messages whose place is found later fit in between: twenty times halved. */
const spread = 2n ** 40n;

/**
 * The id of a message as it is received.
 * @param random uniform in [0, 1)
 */
export function newMessageId(nowMs: () => number, random: () => number): string {
  return ulid(nowMs(), random);
}

/** Between what a message's id must lie. */
export interface IdBounds {
  /** Greatest id before it; null: none. */
  readonly after: string | null;
  /** Least id that is promised to a message behind it; null: none. */
  readonly before: string | null;
}

/** The id wanted, where it leaves room for the replies on either side of it; else one that does. */
export function placeMessageId(wanted: string, { after, before }: IdBounds): string {
  const least = after === null ? 0n : numberOf(after) + room;
  const most = before === null ? null : numberOf(before) - room;
  const number = numberOf(wanted);
  if (number >= least && (most === null || number <= most)) return wanted;
  if (most === null || most < least) return idOf(after === null ? least : numberOf(after) + spread);
  return idOf(after === null ? most : (least + most) / 2n);
}

/**
 * Returns an ID after one message and before a promised one: the lowest with the promised ID's time, then
 * incremented, so that any number fits.
 */
export function messageIdBefore(promised: string, after: string | null): string {
  const ofItsTime = numberOf(leastIdAt(decodeTime(promised)));
  const least = after === null ? 0n : numberOf(after) + room;
  const wanted = idOf(ofItsTime > least ? ofItsTime : least);
  return placeMessageId(wanted, { after, before: promised });
}

/** The id just before another. */
export function idBefore(id: string): string {
  return idOf(numberOf(id) - 1n);
}

/** The least id of a time. */
export function leastIdAt(timeMs: number): string {
  return encodeTime(Math.max(0, timeMs), timeChars).padEnd(idChars, '0');
}

function numberOf(id: string): bigint {
  let number = 0n;
  for (const digit of id) number = number * 32n + BigInt(digits.indexOf(digit));
  return number;
}

function idOf(number: bigint): string {
  let id = '';
  for (let left = number; id.length < idChars; left /= 32n) id = digits[Number(left % 32n)] + id;
  return id;
}

/** A key from which ids are derived; its name begins them. The key that was there before keys had names has none. */
export interface IdKey {
  readonly id: string;
  readonly secret: string;
}

/** The current key, then those from which ids were derived before, or will be. */
export type IdKeys = readonly [IdKey, ...IdKey[]];

/** Characters of an id behind its key's name. */
const idKeysIdChars = 24;
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
  return keyNamed(keys, derivedId.slice(0, Math.max(0, derivedId.length - idKeysIdChars)));
}
