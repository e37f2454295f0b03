import { createHash } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import {
  type DeliveryStatus,
  deliveryRank,
  type PartDelivery,
  worstDelivery,
} from '../domain/delivery-status.ts';
import type {
  Advanced,
  CenterMessage,
  Deliveries,
  Forgotten,
  PartRecord,
  SentPart,
  WrittenTo,
} from '../ports/deliveries.ts';
import type { RunName } from '../ports/runs.ts';
import { DynamoTable, type Item } from './items.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Delivery statuses and provider message IDs in the dedup table. A status and its reply's link may arrive in
 * either order: both write the same item, and the second writer finds the first. A status may also arrive after
 * its reply was erased: an unknown one is stored without the provider's ID and texts, which identify the
 * recipient.
 * @see design 5.3, 9
 */
export class DeliveriesTable extends DynamoTable implements Deliveries {
  protected readonly table = tables.dedup;

  async link(
    tenantId: string,
    providerMessageId: string,
    sent: SentPart & Forgotten,
  ): Promise<PartDelivery | null> {
    const item = await this.updateItem(providerKey(tenantId, providerMessageId), {
      UpdateExpression: 'SET reply = :reply, conversationId = :conversation, expiresAt = :expires',
      ExpressionAttributeValues: {
        ':reply': sent.partId,
        ':conversation': sent.conversationId,
        ':expires': sent.expiresAtS,
      },
      ReturnValues: 'ALL_NEW',
    });
    return deliveryIn(item);
  }

  async findSent(tenantId: string, providerMessageId: string): Promise<SentPart | null> {
    for (const key of providerKeys(tenantId, providerMessageId)) {
      const { reply, conversationId } = (await this.getItem(key)) ?? {};
      if (typeof reply === 'string' && typeof conversationId === 'string')
        return { partId: reply, conversationId };
    }
    return null;
  }

  /** Stored statuses stay: the provider knows more than the sender. */
  async record(
    tenantId: string,
    { partId, parts, correlationId, conversationId, delivery, expiresAtS, center, run, written }: PartRecord,
  ) {
    const { providerMessageId } = delivery;
    const before = await this.updateItem(partKey(tenantId, partId), {
      UpdateExpression:
        'SET correlationId = :correlation, parts = :parts, expiresAt = :expires, ' +
        `${conversationId === undefined ? '' : 'conversationId = :conversation, '}${providerMessageId === '' ? '' : 'providerId = :provider, '}${center ? 'center = :center, ' : ''}${run ? 'run = :run, ' : ''}${written ? 'written = :written, ' : ''}` +
        'delivery = if_not_exists(delivery, :delivery), #rank = if_not_exists(#rank, :rank)',
      ExpressionAttributeNames: { '#rank': 'rank' },
      ExpressionAttributeValues: {
        ':correlation': correlationId,
        ...(conversationId !== undefined && { ':conversation': conversationId }),
        ':parts': parts,
        ':expires': expiresAtS,
        ...(providerMessageId !== '' && { ':provider': providerMessageId }),
        ...(center && { ':center': center }),
        ...(run && { ':run': run }),
        ...(written && { ':written': written }),
        ':delivery': delivery,
        ':rank': deliveryRank(delivery.state),
      },
      ReturnValues: 'ALL_OLD',
    });
    return { first: before.parts === undefined, reported: deliveryIn(before) };
  }

  async keepStatus(
    tenantId: string,
    { replyId: _, recipient: __, ...delivery }: DeliveryStatus,
  ): Promise<string | null> {
    const { providerMessageId } = delivery;
    const { item } = await this.#advance(providerKey(tenantId, providerMessageId), nameless(delivery));
    if (typeof item.reply === 'string') return item.reply;
    return (await this.findSent(tenantId, providerMessageId))?.partId ?? null;
  }

  async advance(tenantId: string, partId: string, delivery: PartDelivery): Promise<Advanced> {
    const key = partKey(tenantId, partId);
    const known = await this.#advance(key, delivery, 'attribute_exists(parts) AND ');
    // Not recorded yet, or not any more.
    const { done: moved, item } =
      known.done || known.item.parts !== undefined ? known : await this.#advance(key, nameless(delivery));
    const { correlationId, conversationId, center, run, written, expiresAt } = item;
    return {
      moved,
      correlationId: typeof correlationId === 'string' ? correlationId : null,
      conversationId: typeof conversationId === 'string' ? conversationId : null,
      center: (center as CenterMessage | undefined) ?? null,
      run: run ? { ...(run as Omit<RunName, 'tenantId'>), expiresAtS: Number(expiresAt) } : null,
      before: deliveryIn(item)?.state ?? null,
      written: (written as WrittenTo | undefined) ?? null,
    };
  }

  async findPart(tenantId: string, partId: string): Promise<PartDelivery | null> {
    return deliveryIn(await this.getItem(partKey(tenantId, partId)));
  }

  async find(tenantId: string, replyId: string) {
    const first = await this.getItem(partKey(tenantId, replyId));
    const more = Math.max(0, Number(first?.parts ?? 1) - 1);
    const others = Array.from({ length: more }, (_, n) => this.findPart(tenantId, `${replyId}.${n + 1}`));
    const worst = worstDelivery([deliveryIn(first), ...(await Promise.all(others))]);
    // A hash is of no use to a reader.
    return worst && isHash(worst.providerMessageId) ? { ...worst, providerMessageId: '' } : worst;
  }

  /** Writes a state over a lesser one; a state that comes late is left out. */
  #advance(pk: string, delivery: PartDelivery, also = '') {
    return this.tryUpdate(pk, {
      UpdateExpression:
        'SET delivery = :delivery, #rank = :rank, expiresAt = if_not_exists(expiresAt, :expires)',
      ConditionExpression: `${also}(attribute_not_exists(#rank) OR #rank < :rank)`,
      ExpressionAttributeNames: { '#rank': 'rank' },
      ExpressionAttributeValues: {
        ':delivery': delivery,
        ':rank': deliveryRank(delivery.state),
        ':expires': this.#earlyExpiresAt(),
      },
      ReturnValues: 'ALL_OLD',
    });
  }

  /** The expiry of a status that arrived before its reply was recorded, which then sets the expiry of both. */
  #earlyExpiresAt(): number {
    return Math.ceil((this.nowMs() + limits.earlyStatusDays * dayMs) / 1000);
  }
}

const isHash = (id: string) => /^#[\w-]{43}$/.test(id);
/** Hashes a provider's ID, which on WhatsApp contains the number, where it may belong to an erased visitor. */
const hashed = (id: string) =>
  id === '' || isHash(id) ? id : `#${createHash('sha256').update(id).digest('base64url')}`;

/** The key of statuses, by the provider's ID. */
const providerKey = (tenantId: string, id: string) => `${tenantId}#provider${hashed(id)}`;
/** The last release wrote the id itself. */
export const providerKeys = (tenantId: string, id: string) => [
  providerKey(tenantId, id),
  `${tenantId}#provider#${id}`,
];
/** Key of what became of a reply, or of a part of it. */
export const partKey = (tenantId: string, id: string) => `${tenantId}#reply#${id}`;

function deliveryIn(item: Item | null): PartDelivery | null {
  const delivery = item?.delivery as PartDelivery | undefined;
  if (!delivery) return null;
  const { providerId } = item ?? {};
  return typeof providerId === 'string' ? { ...delivery, providerMessageId: providerId } : delivery;
}

const nameless = ({ providerMessageId, state, reason, at }: PartDelivery): PartDelivery => ({
  ...{ providerMessageId: hashed(providerMessageId), state, at },
  ...(reason !== undefined && { reason }),
});
