import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { decodeTime, ulid } from 'ulid';
import { searchLimits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import { isWhole, matchesWord } from '../domain/search-words.ts';
import type { ConversationName } from '../ports/conversation-store.ts';
import type {
  SearchedContact,
  SearchHit,
  SearchIndex,
  SearchPack,
  SearchPart,
  SearchResult,
  SearchStretch,
} from '../ports/search.ts';
import { DynamoTable, equals, type Item, isNew, where, writeAll } from './items.ts';
import {
  contactKey,
  contactsPk,
  decodePostings,
  decodeStretches,
  encodePostings,
  encodeRefs,
  encodeStretches,
  isOneUnit,
  type Postings,
  partItem,
  partKey,
  partOf,
  partSk,
  partsPk,
  placesOf,
  postingsOf,
  refAt,
  refOf,
  refsPk,
  shardOf,
  stretchesPk,
  withoutRefs,
  wordPartition,
  wordsPk,
} from './search-items.ts';

const wordPartitions = Array.from({ length: searchLimits.wordPartitions }, (_, n) => n);
const claimPk = (tenantId: string) => `${tenantId}#packing`;

const isVersion = (v: number) => equals('v', v);
const isClaimOf = (packId: unknown) => equals('packId', packId);

/** What a query leaves out of what it reads. */
type Filter = Pick<
  QueryCommandInput,
  'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** The search index in DynamoDB. */
export class SearchTable extends DynamoTable implements SearchIndex {
  protected readonly table = tables.search;

  async lastPart(conversation: ConversationName): Promise<SearchPart | null> {
    const query = { ...this.#partsOf(conversation), ScanIndexForward: false, Limit: 1 };
    const {
      items: [item],
    } = await this.queryPage(query);
    return item ? partOf(conversation.tenantId, item) : null;
  }

  #partsOf({ tenantId, conversationId }: ConversationName) {
    return {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': partsPk(tenantId, shardOf(conversationId)),
        ':first': partSk(conversationId, 0),
        ':last': partSk(conversationId, searchLimits.partsMost),
      },
      ConsistentRead: true,
    };
  }

  isSmall(part: SearchPart): boolean {
    return isOneUnit(part);
  }

  savePart(part: SearchPart): Promise<boolean> {
    return this.putItem(partItem(part), part.version === 1 ? isNew : isVersion(part.version - 1));
  }

  async partsBeside({ tenantId, conversationId }: ConversationName): Promise<readonly SearchPart[]> {
    const items = await this.queryItems({
      ...where('pk', partsPk(tenantId, shardOf(conversationId))),
      ConsistentRead: true,
    });
    return items.map((item) => partOf(tenantId, item));
  }

  /** Packs whose writer has crashed are deleted whole: none of their parts has been. */
  async claimPack(
    { tenantId, conversationId }: ConversationName,
    random: () => number,
  ): Promise<string | null> {
    const key = { pk: claimPk(tenantId), sk: String(shardOf(conversationId)) };
    const before = await this.getItem(key);
    if (before && Number(before.until) > this.nowMs()) return null;
    if (before) await this.#deletePack(tenantId, String(before.packId));
    const packId = ulid(this.nowMs(), random);
    const item = { ...key, packId, until: this.nowMs() + searchLimits.packLeaseMs };
    return (await this.putItem(item, before ? isClaimOf(before.packId) : isNew)) ? packId : null;
  }

  #deletePack(tenantId: string, packId: string): Promise<void> {
    const pks = wordPartitions.map((partition) => wordsPk(tenantId, partition));
    const keys = [refsPk(tenantId), stretchesPk(tenantId), ...pks].map((pk) => ({ pk, sk: packId }));
    return this.deleteItems(keys);
  }

  /** The conversations first: an erasure finds the pack by them. */
  async writePack(tenantId: string, { packId, parts }: SearchPack): Promise<void> {
    const common = { sk: packId, v: 1, expiresAt: Math.max(...parts.map(({ expiresAtS }) => expiresAtS)) };
    const items = [
      { pk: refsPk(tenantId), ...common, refs: encodeRefs(parts) },
      { pk: stretchesPk(tenantId), ...common, stretches: encodeStretches(parts) },
      ...[...postingsOf(parts)].map(([partition, postings]) => ({
        pk: wordsPk(tenantId, partition),
        ...common,
        ...encodePostings(postings),
      })),
    ];
    await writeAll(
      this.dynamodb,
      items.map((put) => ({ table: this.tableName, put })),
    );
  }

  async finishPack(conversation: ConversationName, { packId, parts }: SearchPack): Promise<void> {
    const { tenantId, conversationId } = conversation;
    const claimKey = { pk: claimPk(tenantId), sk: String(shardOf(conversationId)) };
    // Another process took this one for crashed, and deleted its pack.
    if (!(await this.deleteItem(claimKey, isClaimOf(packId)))) return;
    await Promise.all(parts.map((part) => this.deleteItem(partKey(part), isVersion(part.version))));
  }

  async erase(conversation: ConversationName): Promise<void> {
    const parts = await this.queryItems(this.#partsOf(conversation));
    await this.deleteItems(parts.map(({ pk, sk }) => ({ pk, sk })));
    const packs = await this.queryItems({
      ...where('pk', refsPk(conversation.tenantId)),
      ConsistentRead: true,
    });
    for (const { sk, refs } of packs)
      if (placesOf(refs as Uint8Array, conversation.conversationId).length > 0)
        await this.eraseFromPack(conversation, String(sk));
  }

  /** The words first, what names the conversation last: an interrupted erasure finds it again. */
  async eraseFromPack({ tenantId, conversationId }: ConversationName, packId: string): Promise<void> {
    const [stored] = await this.#now([{ pk: stretchesPk(tenantId), sk: packId }]);
    const stretches = stored ? decodeStretches(tenantId, stored.stretches) : [];
    const gone = stretches.flatMap((stretch, nth) =>
      stretch?.conversationId === conversationId ? [nth] : [],
    );
    if (gone.length === 0) return;
    const pks = wordPartitions.map((partition) => ({ pk: wordsPk(tenantId, partition), sk: packId }));
    const words = await this.#now(pks);
    await Promise.all(words.map((item) => this.#change(item, (before) => withoutNths(before, gone))));
    await this.#change({ pk: refsPk(tenantId), sk: packId }, ({ refs }) => ({
      refs: withoutRefs(refs as Uint8Array, gone),
    }));
    await this.#change({ pk: stretchesPk(tenantId), sk: packId }, (before) => ({
      stretches: encodeStretches(
        decodeStretches(tenantId, before.stretches).map((stretch, nth) =>
          gone.includes(nth) ? null : stretch,
        ),
      ),
    }));
  }

  #now(keys: readonly Item[]): Promise<readonly Item[]> {
    return this.getItems(keys);
  }

  /** @param change null: it has nothing to change */
  async #change({ pk, sk }: Item, change: (before: Item) => Item | null): Promise<void> {
    for (;;) {
      const [before] = await this.#now([{ pk, sk }]);
      const changed = before && change(before);
      if (!changed) return;
      const version = Number(before.v);
      if (await this.putItem({ ...before, ...changed, v: version + 1 }, isVersion(version))) return;
    }
  }

  async search(tenantId: string, words: readonly string[]): Promise<SearchResult> {
    const shards = Array.from({ length: searchLimits.shards }, (_, shard) => partsPk(tenantId, shard));
    const [parts, packs, ...found] = await Promise.all([
      Promise.all(shards.map((pk) => this.#newest(pk))),
      this.#newest(refsPk(tenantId)),
      ...words.map((word) => this.#newest(wordsPk(tenantId, wordPartition(word)))),
    ]);
    const refs = new Map(packs.items.map(({ sk, refs: of }) => [String(sk), of as Uint8Array]));
    const open = parts.flatMap(({ items }) => items.map((item) => partOf(tenantId, item)));
    const lists = words.map((word, n) => [
      ...open.flatMap((part) => (part.words.some((one) => matchesWord(word, one)) ? [hitInPart(part)] : [])),
      ...(found[n]?.items ?? []).flatMap((item) => hitsInPack(item, word, refs.get(String(item.sk)))),
    ]);
    const cut = [packs, ...found].flatMap(({ cutAt }) => cutAt ?? []).sort();
    const afterMs = this.nowMs() - searchLimits.keptDays * dayMs;
    return {
      hits: inAll(lists).filter(({ atMs }) => atMs > afterMs),
      sinceMs: cut.length > 0 ? decodeTime(cut.at(-1) ?? '') : null,
    };
  }

  async findContact(tenantId: string, contactId: string): Promise<SearchedContact | null> {
    const item = await this.getItem(contactKey(tenantId, contactId));
    if (!item) return null;
    const { words, expiresAt = null } = item;
    return { words: String(words).trim().split(' '), expiresAtS: expiresAt as number | null };
  }

  async saveContact(tenantId: string, contactId: string, { words, expiresAtS }: SearchedContact) {
    const item = { ...contactKey(tenantId, contactId), words: ` ${words.join(' ')} ` };
    await this.putItem({ ...item, ...(expiresAtS !== null && { expiresAt: expiresAtS }) });
  }

  async eraseContact(tenantId: string, contactId: string): Promise<void> {
    await this.deleteItem(contactKey(tenantId, contactId));
  }

  /** Every contact is read, since a word has no key; DynamoDB answers with those that have the words. */
  async searchContacts(tenantId: string, words: readonly string[]): Promise<readonly string[]> {
    const filter = {
      FilterExpression: words.map((_, n) => `contains(#words, :word${n})`).join(' AND '),
      ExpressionAttributeNames: { '#words': 'words' },
      ExpressionAttributeValues: Object.fromEntries(
        words.map((word, n) => [`:word${n}`, isWhole(word) ? ` ${word} ` : ` ${word}`]),
      ),
    };
    const shards = Array.from({ length: searchLimits.shards }, (_, shard) => contactsPk(tenantId, shard));
    const found = await Promise.all(shards.map((pk) => this.#newest(pk, filter)));
    const ids = found.flatMap(({ items }) => items.map(({ sk }) => String(sk)));
    return ids.sort().reverse();
  }

  /** A partition's items, the newest first; `cutAt`: where it was left. */
  async #newest(
    pk: string,
    filter: Filter = {},
  ): Promise<{ readonly items: Item[]; readonly cutAt: string | null }> {
    const items: Item[] = [];
    let pages = 0;
    const query = {
      TableName: this.tableName,
      KeyConditionExpression: 'pk = :pk',
      ...filter,
      ExpressionAttributeValues: { ...filter.ExpressionAttributeValues, ':pk': pk },
      ScanIndexForward: false,
    };
    for await (const { Items = [], LastEvaluatedKey } of paginateQuery({ client: this.dynamodb }, query)) {
      items.push(...Items);
      pages += 1;
      if (LastEvaluatedKey && pages === searchLimits.pagesRead)
        return { items, cutAt: String(LastEvaluatedKey.sk) };
    }
    return { items, cutAt: null };
  }

  async stretches(tenantId: string, hits: readonly SearchHit[]): Promise<readonly (SearchStretch | null)[]> {
    const packIds = new Set(hits.flatMap(({ where }) => ('packId' in where ? [where.packId] : [])));
    const keys = [...packIds].map((sk) => ({ pk: stretchesPk(tenantId), sk }));
    const items = await this.getItems(keys, 'lately');
    const byPack = new Map(items.map(({ sk, stretches }) => [sk, decodeStretches(tenantId, stretches)]));
    return hits.map(({ where }) =>
      'packId' in where ? (byPack.get(where.packId)?.[where.nth] ?? null) : where,
    );
  }
}

const dayMs = 24 * 60 * 60_000;

/** The words of a partition without conversations; null if they have none there. */
function withoutNths(before: Item, gone: readonly number[]): Item | null {
  const postings = decodePostings(before);
  if (![...postings.values()].some((nths) => nths.some((nth) => gone.includes(nth)))) return null;
  const left = [...postings].map(
    ([word, nths]) => [word, nths.filter((nth) => !gone.includes(nth))] as const,
  );
  const kept: Postings = new Map(left.filter(([, nths]) => nths.length > 0));
  return encodePostings(kept);
}

const hitInPart = (part: SearchPart): SearchHit => ({
  atMs: Math.floor(part.lastMs / secondMs) * secondMs,
  ref: refOf(part.conversationId),
  where: part,
});
const secondMs = 1_000;

/** @param refs of the pack; undefined: it was just written or deleted */
function hitsInPack(item: Item, word: string, refs: Uint8Array | undefined): SearchHit[] {
  if (!refs) return [];
  const packId = String(item.sk);
  return [...new Set([...decodePostings(item, word).values()].flat())].flatMap((nth) => {
    const at = refAt(refs, nth);
    return at.atMs === 0 ? [] : [{ ...at, where: { packId, nth } }];
  });
}

/** The conversations of all lists, compared from the rarest word on, each by its latest stretch; the latest first. */
function inAll(lists: readonly (readonly SearchHit[])[]): SearchHit[] {
  const [rarest = [], ...others] = [...lists].sort((a, b) => a.length - b.length);
  let left = byRef(rarest, () => true);
  for (const list of others) {
    const found = byRef(list, (ref) => left.has(ref));
    const both = [...found].map(([ref, hit]) => [ref, later(left.get(ref), hit)] as const);
    left = new Map(both);
  }
  return [...left.values()].sort((a, b) => b.atMs - a.atMs || b.ref - a.ref);
}

function byRef(list: readonly SearchHit[], fits: (ref: number) => boolean): Map<number, SearchHit> {
  const latest = new Map<number, SearchHit>();
  for (const hit of list) if (fits(hit.ref)) latest.set(hit.ref, later(latest.get(hit.ref), hit));
  return latest;
}

const later = (known: SearchHit | undefined, hit: SearchHit): SearchHit =>
  known && known.atMs >= hit.atMs ? known : hit;
