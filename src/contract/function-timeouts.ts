import { limits } from './limits.ts';

const queueTimeoutMs = 60_000;

/** How long each function may run, in the deployment and on a laptop. @see design 5.1 */
export const functionTimeoutMs = {
  webchat: limits.handlerTimeoutMs,
  poll: limits.gatewayTimeoutMs,
  webhook: limits.handlerTimeoutMs,
  worker: queueTimeoutMs,
  continuation: queueTimeoutMs,
  outbound: queueTimeoutMs,
  schedule: queueTimeoutMs,
  files: queueTimeoutMs,
  // A busy hour of a great tenant is counted at one go.
  runs: 2 * 60_000,
  'auth-bff': limits.handlerTimeoutMs,
  admin: limits.handlerTimeoutMs,
  'admin-users': limits.handlerTimeoutMs,
  'admin-people': limits.gatewayTimeoutMs,
  // The most that Lambda gives; it stops by itself well before.
  'user-sync': 15 * 60_000,
  'admin-desk': limits.handlerTimeoutMs,
  'admin-inbox': limits.gatewayTimeoutMs,
  service: limits.handlerTimeoutMs,
  // Cognito waits for a trigger for five seconds.
  'pre-token': 5_000,
} as const;

/** The functions that are deployed. */
export type FunctionName = keyof typeof functionTimeoutMs;
