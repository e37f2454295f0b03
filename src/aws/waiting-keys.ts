import { createHash } from 'node:crypto';
import type { AccountRef, WaitingPlace } from '../ports/deliveries.ts';

/** An account's conversations are spread, or one busy account's outage would make a hot key of the index. */
export const conversationShards = 4;
/** And so are the accounts themselves. */
export const accountShards = 16;

const shardOf = (id: string, shards: number): number =>
  (createHash('md5').update(id).digest()[0] ?? 0) % shards;

/** Partition of the index `waiting` that holds some of an account's conversations. */
export function conversationsPartition({ tenantId, channel, accountId }: AccountRef, shard: number): string {
  return `${tenantId}#${channel}#${accountId}#${shard}`;
}

/** Returns the index partition in which a conversation waits. */
export function waitingPartition(tenantId: string, conversationId: string, place: WaitingPlace): string {
  return conversationsPartition({ tenantId, ...place }, shardOf(conversationId, conversationShards));
}

/** Partition of the index `waiting` that holds some of the accounts. */
export const accountsPartition = (shard: number): string => `lanes#${shard}`;

/** The key of an account's item in the index. */
export const waitingKey = ({ tenantId, channel, accountId }: AccountRef): string =>
  `${tenantId}#lane#${channel}#${accountId}`;

/** The partition that an account is in. */
export const accountPartition = (account: AccountRef): string =>
  accountsPartition(shardOf(waitingKey(account), accountShards));

/** The account that a key names. */
export function accountOfKey(key: string): AccountRef {
  const [tenantId = '', , channel = '', accountId = ''] = key.split('#');
  return { tenantId, channel, accountId };
}

/** Key of a conversation's cursor. */
export const cursorKey = (tenantId: string, conversationId: string): string =>
  `${tenantId}#cursor#${conversationId}`;

/** The conversation that a cursor's key names. */
export function conversationOfCursor(key: string): { tenantId: string; conversationId: string } {
  const [tenantId = '', , conversationId = ''] = key.split('#');
  return { tenantId, conversationId };
}
