import type { PollResponse } from '../contract/poll.ts';
import { backoffMs } from './backoff.ts';
import {
  askIfRefused,
  type Connection,
  closedBy,
  type Failures,
  failedAgain,
  noFailures,
} from './connection.ts';
import type { PollOutcome, Refused } from './gateway-client.ts';

export interface FollowParts {
  /** Reads on after the last message known; `wait` false answers at once. */
  readonly read: (wait: boolean, signal: AbortSignal) => Promise<PollOutcome>;
  /** The delay before the next poll; null if the gateway should hold the request. */
  readonly lookAfterMs: () => number | null;
  readonly refusal: () => Promise<Refused | null>;
  readonly onRead: (response: PollResponse) => void;
  readonly onRefused: (refused: Refused) => void;
  readonly onConnection: (connection: Connection) => void;
  readonly pause: (ms: number, hurry: boolean) => Promise<void>;
  readonly random: () => number;
}

/** Reads everything that is there, page after page. False when the gateway refused. */
export async function catchUp(parts: FollowParts, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const response = await readPatiently(parts, false, signal);
    if (!response) return false;
    const isAll = response.next !== undefined && response.next !== 'now';
    if (isAll || response.messages.length === 0) return true;
  }
}

/** Long-polls, or looks at its pace, until it is stopped or refused. @see design 2.5 */
export async function followConversation(parts: FollowParts, signal: AbortSignal): Promise<void> {
  for (;;) {
    const lookMs = parts.lookAfterMs();
    if (lookMs !== null) await parts.pause(lookMs, true);
    if (!(await readPatiently(parts, lookMs === null, signal))) return;
  }
}

/** One page, tried until it comes; null when stopped or refused. */
async function readPatiently(
  parts: FollowParts,
  wait: boolean,
  signal: AbortSignal,
): Promise<PollResponse | null> {
  for (let failures = noFailures; !signal.aborted; ) {
    const outcome = await parts.read(wait, signal).catch(() => null);
    if (!outcome || signal.aborted) return null;
    switch (outcome.kind) {
      case 'read':
        parts.onConnection({ state: 'good' });
        parts.onRead(outcome.response);
        if (outcome.waitMs !== null) await pauseAsAsked(parts, outcome.waitMs);
        return outcome.response;
      case 'refused':
        refuse(parts, outcome);
        return null;
      case 'wait':
        await pauseAsAsked(parts, outcome.ms);
        break;
      case 'retry':
        failures = failedAgain(failures, outcome);
        parts.onConnection({ state: 'lost', reason: outcome.reason });
        if (await isRefused(parts, failures)) return null;
        await parts.pause(backoffMs(failures.all, parts.random), true);
    }
  }
  return null;
}

/** A little later than asked: many clients may have been asked for the same second. */
const pauseAsAsked = ({ pause, random }: FollowParts, ms: number) => pause(ms + random() * 500, false);

/** Asks if it is time to; a rejection by the gateway ends the polling. */
async function isRefused(parts: FollowParts, failures: Failures): Promise<boolean> {
  const refused = await askIfRefused(failures, parts.refusal);
  if (refused) refuse(parts, refused);
  return refused !== null;
}

function refuse({ onConnection, onRefused }: FollowParts, refused: Refused): void {
  onConnection(closedBy(refused) ?? { state: 'good' });
  onRefused(refused);
}
