/** The separator between a choice's value and the ID of the message that offers it. */
const separator = '#';
const idChars = 26;

/** How much longer a payload is than its value. */
export const payloadChars = separator.length + idChars;

/**
 * The payload of a quick reply or a card's button: what it stands for, and the message that offers it, so that one that
 * is pressed later is not taken for an answer to another question.
 */
export function writePayload(value: string, replyId: string): string {
  return value + separator + replyId;
}

/** Parses a payload. One that isn't ours is the value itself. */
export function readPayload(payload: string): { readonly value: string; readonly replyTo?: string } {
  const [, value, replyTo] = /^(.*)#([0-7][0-9A-HJKMNP-TV-Z]{25})$/s.exec(payload) ?? [];
  return value === undefined || replyTo === undefined ? { value: payload } : { value, replyTo };
}

/** Quick replies of an outgoing message; a payload of a thousand characters holds more than the value. */
export const quickReplyLimits = { count: 10, titleChars: 20, valueChars: 1000 - payloadChars } as const;
