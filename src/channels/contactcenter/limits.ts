/** Quick replies of an outgoing message. */
export const quickReplyLimits = { count: 10, titleChars: 20, valueChars: 1000 } as const;
