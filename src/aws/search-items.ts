import { searchLimits } from '../contract/limits.ts';
import { hash32 } from '../contract/text-identity.ts';
import { matchesWord, stemOf } from '../domain/search-words.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type { SearchPart, SearchStretch } from '../ports/search.ts';
import { type Item, packJson, unpackJson } from './items.ts';

/** A number that stands for a conversation: two of a tenant with the same one are told apart by their stretches. */
export const refOf = (conversationId: string): number => hash32(conversationId);

/** The partition of parts that are packed together. */
export const partsPk = (tenantId: string, shard: number) => `${tenantId}#parts#${shard}`;
export const shardOf = (conversationId: string) => refOf(conversationId) % searchLimits.shards;
/** The partition of contacts' words, and the key of a contact's. */
export const contactsPk = (tenantId: string, shard: number) => `${tenantId}#contacts#${shard}`;
export const contactKey = (tenantId: string, contactId: string) => ({
  pk: contactsPk(tenantId, shardOf(contactId)),
  sk: contactId,
});
/** Keys of a pack: its conversations, where their messages are, and the words by partition. */
export const refsPk = (tenantId: string) => `${tenantId}#packs`;
export const stretchesPk = (tenantId: string) => `${tenantId}#stretches`;
export const wordsPk = (tenantId: string, partition: number) => `${tenantId}#words#${partition}`;
export const wordPartition = (word: string) => hash32(stemOf(word)) % searchLimits.wordPartitions;

const digits = 6;
/** Sorted by conversation, then by number. */
export const partSk = (conversationId: string, n: number) =>
  `${conversationId}#${String(n).padStart(digits, '0')}`;
/** Key of a part. */
export const partKey = ({ tenantId, conversationId, n }: ConversationName & Pick<SearchPart, 'n'>) => ({
  pk: partsPk(tenantId, shardOf(conversationId)),
  sk: partSk(conversationId, n),
});

/** A part as an item. */
export function partItem(part: SearchPart) {
  const { version, expiresAtS, words, firstMs, lastMs, lastId } = part;
  const content = packJson([words.join(' '), firstMs, lastMs - firstMs, lastId]);
  return { ...partKey(part), v: version, expiresAt: expiresAtS, part: content };
}

/** A stored part. */
export function partOf(tenantId: string, { sk, v, expiresAt, part }: Item): SearchPart {
  const [words, firstMs, forMs, lastId] = unpackJson(part) as [string, number, number, string];
  const key = String(sk);
  return {
    tenantId,
    conversationId: key.slice(0, -digits - 1),
    n: Number(key.slice(-digits)),
    version: Number(v),
    words: words.split(' '),
    ...{ firstMs, lastMs: firstMs + forMs, lastId, expiresAtS: Number(expiresAt) },
  };
}

const secondMs = 1_000;
const refBytes = 4;
const entryBytes = refBytes + 4;

/** The conversations of a pack, each with the second of its last message. */
export function encodeRefs(parts: readonly SearchPart[]): Uint8Array {
  const refs = Buffer.alloc(parts.length * entryBytes);
  for (const [nth, { conversationId, lastMs }] of parts.entries()) {
    refs.writeUInt32BE(refOf(conversationId), nth * entryBytes);
    refs.writeUInt32BE(Math.floor(lastMs / secondMs), nth * entryBytes + refBytes);
  }
  return refs;
}

/** What a part's item has besides its keys and content: names, numbers and the format. */
const besideContentBytes = 34;
const unitBytes = 1_024;

/** Whether a part is written for one unit. */
export function isOneUnit(part: SearchPart): boolean {
  const { pk, sk, part: content } = partItem(part);
  return Buffer.byteLength(pk + sk) + content.length + besideContentBytes <= unitBytes;
}

/** Reads one of them; an erased one has neither. */
export function refAt(refs: Uint8Array, nth: number): { readonly ref: number; readonly atMs: number } {
  const view = new DataView(refs.buffer, refs.byteOffset, refs.byteLength);
  const at = nth * entryBytes;
  return { ref: view.getUint32(at), atMs: view.getUint32(at + refBytes) * secondMs };
}

/** The conversations of a pack that may be this one. */
export function placesOf(refs: Uint8Array, conversationId: string): number[] {
  const ref = refOf(conversationId);
  const all = Array.from({ length: refs.length / entryBytes }, (_, nth) => nth);
  return all.filter((nth) => refAt(refs, nth).ref === ref);
}

/** The conversations without some. */
export function withoutRefs(refs: Uint8Array, gone: readonly number[]): Uint8Array {
  const left = Buffer.from(refs);
  for (const nth of gone) left.fill(0, nth * entryBytes, (nth + 1) * entryBytes);
  return left;
}

/** A stretch of a conversation as a pack keeps it. */
type StoredStretch =
  | readonly [conversationId: string, firstMs: number, forMs: number, expiresAtS: number]
  | null;

/** The stretches of a pack; null for erased ones. */
export function encodeStretches(stretches: readonly (SearchStretch | null)[]): Uint8Array {
  return packJson(
    stretches.map((stretch): StoredStretch => {
      if (!stretch) return null;
      const { conversationId, firstMs, lastMs, expiresAtS } = stretch;
      return [conversationId, firstMs, lastMs - firstMs, expiresAtS];
    }),
  );
}

/** Reads the stretches of a pack; null for erased ones. */
export function decodeStretches(tenantId: string, packed: unknown): (SearchStretch | null)[] {
  return (unpackJson(packed) as StoredStretch[]).map((stored) => {
    if (!stored) return null;
    const [conversationId, firstMs, forMs, expiresAtS] = stored;
    return { tenantId, conversationId, firstMs, lastMs: firstMs + forMs, expiresAtS };
  });
}

/** The words of a partition, each with the conversations of the pack that have it. */
export type Postings = ReadonlyMap<string, readonly number[]>;

/** The words of parts by partition. */
export function postingsOf(parts: readonly SearchPart[]): ReadonlyMap<number, Postings> {
  const byPartition = new Map<number, Map<string, number[]>>();
  for (const [nth, { words }] of parts.entries())
    for (const word of words) {
      const partition = wordPartition(word);
      const postings = byPartition.get(partition) ?? new Map<string, number[]>();
      byPartition.set(partition, postings);
      const nths = postings.get(word);
      if (nths) nths.push(nth);
      else postings.set(word, [nth]);
    }
  return byPartition;
}

/** Words in a row, and behind each other how many conversations have a word, and which: a byte each. */
export function encodePostings(postings: Postings): { readonly words: string; readonly nths: Uint8Array } {
  const all = [...postings].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    words: all.map(([word]) => word).join(' '),
    nths: Uint8Array.from(all.flatMap(([, nths]) => [nths.length, ...nths])),
  };
}

/** Reads the words of a partition. @param searched only words that this one finds */
export function decodePostings({ words, nths }: Item, searched?: string): Map<string, number[]> {
  const bytes = nths as Uint8Array;
  const found = new Map<string, number[]>();
  let at = 0;
  for (const word of String(words).split(' ')) {
    const count = bytes[at] ?? 0;
    if (searched === undefined || matchesWord(searched, word))
      found.set(word, [...bytes.subarray(at + 1, at + 1 + count)]);
    at += 1 + count;
  }
  return found;
}
