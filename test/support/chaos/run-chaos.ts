import { randomUUID } from 'node:crypto';
import { finish, logOf, queuesOf, startChaos } from './chaos-stack.ts';
import { type Counted, countWrongs } from './count-wrongs.ts';
import { faultChoice } from './fault-choice.ts';
import { seededRandom } from './seeded-random.ts';
import { neverAcknowledged, type Talk, talk, toldOf } from './talk.ts';

export interface ChaosOptions {
  readonly seed: number;
  readonly sessions: number;
  readonly messages: number;
  /** The longest time that a slow step takes. */
  readonly slowMs: number;
}

/** One seed's figures. */
export interface ChaosReport extends Counted {
  readonly seed: number;
  readonly sent: number;
  /** What answers have left running. */
  readonly left: readonly string[];
  /** What nobody has acknowledged, with all that was answered instead. */
  readonly never: readonly string[];
  /** The message that was sent most often until it was acknowledged, with all that was answered. */
  readonly hardest: string;
  /** What is on the queues at the end. */
  readonly queued: readonly string[];
  readonly calls: number;
  readonly faults: number;
  readonly invocations: number;
  readonly kills: number;
  /** Minutes of the virtual clock after which everything was done. */
  readonly minutes: number;
  readonly seconds: number;
}

const slowShare = 0.15;
const lagMs = 500;
const togetherShare = 0.15;

/** Talks over a stack whose calls fail and whose environments die, and counts what became of the messages. */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const startedAt = performance.now();
  const random = seededRandom(options.seed);
  const chaos = await startChaos(random, { slowMs: options.slowMs, lagMs });
  const { stack, proxy, outside, mortals } = chaos;
  try {
    const talks = plannedTalks(options, random);
    const choose = faultChoice(random);
    let [calls, faults] = [0, 0];
    proxy.decide = async (call) => {
      calls += 1;
      if (await mortals.dies(call.caller)) return 'reset';
      const fault = choose(call);
      if (fault) faults += 1;
      return fault;
    };
    await Promise.all(talks.map((one) => talk(stack, one)));
    proxy.decide = () => undefined;
    mortals.spare();
    const minutes = await finish(chaos);
    const counted: Counted = { acknowledged: 0, noticed: 0, wrongs: [] };
    for (const one of talks) countWrongs(one, await logOf(stack, one), outside, counted);
    const left = mortals.left();
    const never = talks.flatMap(neverAcknowledged);
    const hardest = hardestOf(talks);
    const queued = queuesOf(stack).flatMap((url) => stack.queues.waiting(url));
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const sent = options.sessions * options.messages;
    return {
      seed: options.seed,
      sent,
      ...counted,
      left,
      never,
      hardest,
      queued,
      calls,
      faults,
      ...mortals.counts,
      minutes,
      seconds,
    };
  } finally {
    await chaos.stop();
  }
}

function hardestOf(talks: readonly Talk[]): string {
  const told = talks.flatMap((one) =>
    [...(one.answers ?? [])].map(([text, counts]) => ({
      tries: [...counts.values()].reduce((sum, count) => sum + count, 0),
      what: toldOf(one, text),
    })),
  );
  return told.toSorted((one, other) => other.tries - one.tries)[0]?.what ?? '';
}

function plannedTalks({ sessions, messages, seed }: ChaosOptions, random: () => number): Talk[] {
  return Array.from({ length: sessions }, (_, n) => {
    const plan: string[][] = [];
    for (let sent = 0; sent < messages; sent += 1) {
      const kind = random() < slowShare ? 'slow' : 'fast';
      const text = `${kind} ${seed} ${n} ${sent} ${Math.floor(random() * 1000)}`;
      // The first begins the conversation.
      if (sent > 1 && random() < togetherShare) plan.at(-1)?.push(text);
      else plan.push([text]);
    }
    const channel = n % 2 === 0 ? 'webchat' : 'chatapp';
    const user = channel === 'webchat' ? randomUUID() : `49151${String(100_000 + n)}`;
    const spoken = { acknowledged: new Map(), conversationId: null, odd: [], answers: new Map() };
    return { channel, user, plan, ...spoken };
  });
}
