import type { ChannelName } from '../../contract/vocabulary.ts';
import { type PartDelivery, replyOfPart } from '../../domain/delivery-status.ts';
import type { Gateway } from '../gateway.ts';

/** One of the messages of a reply that did not arrive. */
export interface FailedPart {
  readonly tenantId: string;
  readonly channel: ChannelName;
  readonly conversationId: string;
  readonly correlationId: string;
  /** See `partId`. */
  readonly part: string;
}

/**
 * Publishes that a reply will not arrive; the same event each time, for whoever is told first may die before it is noted.
 * @throws when the bus does not take it
 */
export async function announceFailure(
  { bus, nowMs }: Pick<Gateway, 'bus' | 'nowMs'>,
  { part, ...of }: FailedPart,
  { reason = 'unknown', error }: Pick<PartDelivery, 'reason' | 'error'>,
): Promise<void> {
  const words = error && Object.fromEntries(Object.entries(error).filter(([, word]) => word !== undefined));
  await bus.publish([
    {
      type: 'Channel.DeliveryFailed',
      detail: {
        schemaVersion: 1,
        eventId: `${part}.failed`,
        occurredAt: new Date(nowMs()).toISOString(),
        ...of,
        messageId: replyOfPart(part),
        data: {
          part: Number(/\.(\d+)$/.exec(part)?.[1] ?? 0),
          reason,
          ...(error && { error: { ...words, code: error.code } }),
        },
      },
    },
  ]);
}
