import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, ProxiedCall } from '../fault-proxy.ts';
import { type Chaos, finish, logOf, startChaos } from './chaos-stack.ts';
import { type Counted, countWrongs } from './count-wrongs.ts';
import { seededRandom } from './seeded-random.ts';
import { type Talk, tryMessage } from './talk.ts';

export interface OutageOptions {
  /** Which calls fail meanwhile. */
  readonly affects: (call: ProxiedCall) => boolean;
  readonly fault: Fault;
  /** Whether the schedule runs meanwhile. */
  readonly schedule?: boolean;
  readonly minutes: number;
  readonly sessions: number;
  /** Messages that begin to be sent in each step of two minutes. */
  readonly perStep: number;
}

const mostLooks = 40;
const stepMinutes = 2;
const tryAgainMs = 1_000;
const minuteMs = 60_000;

/**
 * People go on writing while a service is out, each message again until it is acknowledged; then it is back, and nobody
 * does anything. Counts what became of what was acknowledged, before, meanwhile and after.
 */
export async function runOutage({ schedule = true, ...options }: OutageOptions) {
  const { affects, fault, minutes, sessions, perStep } = options;
  const random = seededRandom(7);
  const chaos = await startChaos(random, { slowMs: 0 });
  const { stack, proxy, clock, outside, mortals } = chaos;
  mortals.spare();
  try {
    const talks = Array.from({ length: sessions }, (_, n) => newPatient(n));
    await everybodyTries(chaos, talks);
    proxy.decide = (call) => (affects(call) ? fault : undefined);
    for (let minute = 0; minute < minutes; minute += stepMinutes) {
      for (let n = 0; n < perStep; n += 1) {
        talks[Math.floor(random() * talks.length)]?.plan.push([`fast ${minute} ${n} 0`]);
      }
      await everybodyTries(chaos, talks);
      await atRest(chaos);
      clock.advance(stepMinutes * minuteMs);
      if (schedule) await stack.tick().catch(() => undefined);
    }
    const acknowledgedMeanwhile = talks.reduce((sum, { acknowledged }) => sum + acknowledged.size, -sessions);
    proxy.decide = () => undefined;
    while (talks.some(({ plan, sent }) => sent < plan.length)) {
      await everybodyTries(chaos, talks);
      // Who is asked to come again in a moment does, and what holds them up may end.
      clock.advance(tryAgainMs);
    }
    const minutesAfter = await finish(chaos);
    const counted: Counted = { acknowledged: 0, noticed: 0, wrongs: [] };
    for (const one of talks) countWrongs(one, await logOf(stack, one), outside, counted);
    return { ...counted, acknowledgedMeanwhile, minutesAfter, left: mortals.left() };
  } finally {
    await chaos.stop();
  }
}

/** A session with what it has still to say. */
interface Patient extends Talk {
  readonly plan: string[][];
  /** How much of the plan is acknowledged. */
  sent: number;
}

function newPatient(n: number): Patient {
  const channel = n % 2 === 0 ? 'webchat' : 'chatapp';
  const user = channel === 'webchat' ? randomUUID() : `49151${String(100_000 + n)}`;
  return {
    channel,
    user,
    plan: [['fast hello 0']],
    acknowledged: new Map(),
    conversationId: null,
    odd: [],
    sent: 0,
  };
}

/** Each session sends its next message once more; what is acknowledged is followed by the next. */
async function everybodyTries({ stack }: Chaos, talks: readonly Patient[]): Promise<void> {
  await Promise.all(
    talks.map(async (one) => {
      for (;;) {
        const [text] = one.plan[one.sent] ?? [];
        if (text === undefined || (await tryMessage(stack, one, text)) !== null) return;
        one.sent += 1;
      }
    }),
  );
}

/** Until what can be done at this moment is done; what is tried again each second is not waited for. */
async function atRest({ mortals, outside }: Chaos): Promise<void> {
  for (let looks = 0, calm = 0; calm < 3 && looks < mostLooks; looks += 1) {
    await pause(50);
    calm = mortals.busy() === 0 && outside.pending() === 0 ? calm + 1 : 0;
  }
}
