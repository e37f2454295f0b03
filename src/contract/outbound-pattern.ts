import type { EventType } from './events.ts';
import { channelNames, eventSource } from './vocabulary.ts';

const outboundRequested: EventType = 'Channel.OutboundRequested';

/**
 * The bus's rule for the outbound connector: replies of the channels that have no poll. The pipe behind it takes group and
 * id from the event: one without them, which is none of ours, would fail there for good.
 * @see design 3, 5.3
 */
export const outboundPattern = {
  source: [eventSource],
  'detail-type': [outboundRequested],
  detail: {
    channel: channelNames.filter((channel) => channel !== 'webchat'),
    conversationId: [{ exists: true }],
    eventId: [{ exists: true }],
  },
};
