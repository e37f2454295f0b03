import { type EventType, eventSource } from './events.ts';
import { channelNames } from './vocabulary.ts';

const outboundRequested: EventType = 'Channel.OutboundRequested';

/** The bus's rule for the outbound connector: replies of the channels that have no poll. @see design 3, 5.3 */
export const outboundPattern = {
  source: [eventSource],
  'detail-type': [outboundRequested],
  detail: { channel: channelNames.filter((channel) => channel !== 'webchat') },
};
