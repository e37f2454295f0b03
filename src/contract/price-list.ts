/**
 * What one message of a visitor costs in US dollars, replies and what becomes of them included: the counted work of the
 * message at the list prices of AWS that `npm run cost` shows. Held to them by a test.
 */
export const messageUsd = {
  webchat: 0.0000078,
  chatapp: 0.0000306,
  'chatapp-360': 0.0000306,
  contactcenter: 0.0000306,
} as const;
