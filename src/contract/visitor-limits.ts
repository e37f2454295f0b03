/** The limits that a visitor's browser holds to, apart from the others: the widget carries no number that it does not use. */
export const visitorLimits = {
  textChars: 4096,
  attachments: 10,
  gatewayTimeoutMs: 29_000,
  stepTimeoutMs: 5_000,
  typingEveryMs: 3_000,
} as const;
