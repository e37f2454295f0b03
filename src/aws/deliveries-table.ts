import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import {
  type DeliveryStatus,
  deliveryRank,
  type PartDelivery,
  worstDelivery,
} from '../domain/delivery-status.ts';
import type { Deliveries, Forgotten, PartRecord, SentPart } from '../ports/deliveries.ts';
import { type Item, KeyedTable } from './keyed-table.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Statuses and provider ids in the dedup table. A status and its reply's link may come in either order: both write the
 * same item, and whoever comes second finds the other. @see design 5.3
 */
export class DeliveriesTable implements Deliveries {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.dedup.name);
    this.#nowMs = nowMs;
  }

  async link(
    tenantId: string,
    providerMessageId: string,
    sent: SentPart & Forgotten,
  ): Promise<PartDelivery | null> {
    const item = await this.#table.update(providerKey(tenantId, providerMessageId), {
      UpdateExpression: 'SET reply = :reply, conversationId = :conversation, expiresAt = :expires',
      values: {
        ':reply': sent.partId,
        ':conversation': sent.conversationId,
        ':expires': sent.expiresAtS,
      },
      ReturnValues: 'ALL_NEW',
    });
    return deliveryIn(item);
  }

  async findSent(tenantId: string, providerMessageId: string): Promise<SentPart | null> {
    const { reply, conversationId } =
      (await this.#table.find(providerKey(tenantId, providerMessageId))) ?? {};
    return typeof reply === 'string' && typeof conversationId === 'string'
      ? { partId: reply, conversationId }
      : null;
  }

  /** Whatever the provider has said already stays: it knows more than we, who only sent. */
  async record(tenantId: string, { partId, parts, correlationId, delivery, expiresAtS }: PartRecord) {
    const before = await this.#table.update(partKey(tenantId, partId), {
      UpdateExpression:
        'SET correlationId = :correlation, parts = :parts, expiresAt = :expires, ' +
        'delivery = if_not_exists(delivery, :delivery), #rank = if_not_exists(#rank, :rank)',
      ExpressionAttributeNames: { '#rank': 'rank' },
      values: {
        ':correlation': correlationId,
        ':parts': parts,
        ':expires': expiresAtS,
        ':delivery': delivery,
        ':rank': deliveryRank(delivery.state),
      },
      ReturnValues: 'ALL_OLD',
    });
    return { first: before.parts === undefined, said: deliveryIn(before) };
  }

  async keepStatus(tenantId: string, { replyId: _, ...delivery }: DeliveryStatus): Promise<string | null> {
    const { item } = await this.#advance(providerKey(tenantId, delivery.providerMessageId), delivery);
    return typeof item.reply === 'string' ? item.reply : null;
  }

  async advance(tenantId: string, partId: string, delivery: PartDelivery) {
    const { done: moved, item } = await this.#advance(partKey(tenantId, partId), delivery);
    return { moved, correlationId: typeof item.correlationId === 'string' ? item.correlationId : null };
  }

  async findPart(tenantId: string, partId: string): Promise<PartDelivery | null> {
    return deliveryIn(await this.#table.find(partKey(tenantId, partId)));
  }

  async find(tenantId: string, replyId: string) {
    const first = await this.#table.find(partKey(tenantId, replyId));
    const more = Math.max(0, Number(first?.parts ?? 1) - 1);
    const others = Array.from({ length: more }, (_, n) => this.findPart(tenantId, `${replyId}.${n + 1}`));
    return worstDelivery([deliveryIn(first), ...(await Promise.all(others))]);
  }

  /** Writes a state over a lesser one; a state that comes late is left out. */
  #advance(pk: string, delivery: PartDelivery) {
    return this.#table.tryUpdate(pk, {
      UpdateExpression:
        'SET delivery = :delivery, #rank = :rank, expiresAt = if_not_exists(expiresAt, :expires)',
      ConditionExpression: 'attribute_not_exists(#rank) OR #rank < :rank',
      ExpressionAttributeNames: { '#rank': 'rank' },
      values: {
        ':delivery': delivery,
        ':rank': deliveryRank(delivery.state),
        ':expires': this.#earlyExpiresAt(),
      },
      ReturnValues: 'ALL_NEW',
    });
  }

  /** Of a status that came before its reply was recorded, which then says how long both are kept. */
  #earlyExpiresAt(): number {
    return Math.ceil((this.#nowMs() + limits.earlyStatusDays * dayMs) / 1000);
  }
}

/** Key of what a provider says by its own id. */
export const providerKey = (tenantId: string, id: string) => `${tenantId}#provider#${id}`;
/** Key of what became of a reply, or of a part of it. */
export const partKey = (tenantId: string, id: string) => `${tenantId}#reply#${id}`;
const deliveryIn = (item: Item | null) => (item?.delivery as PartDelivery | undefined) ?? null;
