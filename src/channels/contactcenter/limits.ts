import { payloadChars } from './choice-payload.ts';

/** Quick replies of an outgoing message; a payload of a thousand characters holds more than the value. */
export const quickReplyLimits = { count: 10, titleChars: 20, valueChars: 1000 - payloadChars } as const;
