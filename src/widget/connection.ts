import type { Refused } from './gateway-client.ts';
import type { Postponed } from './postponed.ts';

type Retry = Extract<Postponed, { kind: 'retry' }>;

/** The state of the connection to the gateway. */
export type Connection =
  | { readonly state: 'good' }
  /** The gateway is unreachable or unavailable. */
  | { readonly state: 'lost'; readonly reason: Retry['reason'] }
  | { readonly state: 'waiting'; readonly untilMs: number }
  | { readonly state: 'unavailable' };

/** After this many consecutive unreadable responses, the widget asks whether its origin is blocked. */
const unreadableAnswers = 3;

/** Refusals of the whole widget, not of one message. */
const closedCodes = new Set([
  'origin_not_allowed',
  'tenant_not_found',
  'widget_not_found',
  'missing_tenant',
  'missing_header',
  'invalid_signature',
]);

/** Failures in a row. */
export interface Failures {
  readonly all: number;
  /** Those in which the gateway answered what the page may not read. */
  readonly unreadable: number;
}

export const noFailures: Failures = { all: 0, unreadable: 0 };

/** One failure more; a server that is just coming up must not be taken for one that refuses the page. */
export function failedAgain({ all, unreadable }: Failures, { reason }: Retry): Failures {
  return { all: all + 1, unreadable: reason === 'unreadable' ? unreadable + 1 : 0 };
}

/**
 * Whether to ask if the page is blocked. Unreadable responses alone don't show that: a throttled or failing
 * gateway causes them, too, and the widget keeps retrying.
 * @see design 13
 */
function mayBeRefused({ unreadable }: Failures): boolean {
  return unreadable > 0 && unreadable % unreadableAnswers === 0;
}

/** Returns the gateway's rejection of this page, if it is time to ask; null if there is none. */
export async function askIfRefused(
  failures: Failures,
  ask: () => Promise<Refused | null>,
): Promise<Refused | null> {
  const refused = mayBeRefused(failures) ? await ask() : null;
  return refused && closedCodes.has(refused.code) ? refused : null;
}

/** The connection after a refusal of everything; null when just one message was refused. */
export function closedBy({ code }: Refused): Connection | null {
  return closedCodes.has(code) ? { state: 'unavailable' } : null;
}
