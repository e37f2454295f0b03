import { randomUUID } from 'node:crypto';
import { ben, type Desk, maria } from '../inbox.ts';

/** What the log does not know of visits: by which widget they came, and what callers were told instead of an answer. */
export interface Noted {
  readonly places: Map<string, string>;
  readonly refused: { readonly conversationId: string; readonly atMs: number }[];
}

/** Waits so long, of the visits' own time. */
type Visit = AsyncGenerator<number, void, void>;

const [secondMs, minuteMs] = [1_000, 60_000];
/** Visits that go on at the same time. */
const atOnce = 8;

/** The same choices for the same seed. */
export function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761 + 1) % 2_147_483_647 || 1;
  for (let n = 0; n < 3; n += 1) state = (state * 16_807) % 2_147_483_647;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Visitors come one after the other, over hours, each in a way of their own: they go through the flow, leave it somewhere,
 * come back, write what the flow raises at, are handed over, taken by one of two people or by none, and answered or not.
 * @param between done now and then, as the schedule is
 */
export async function actOutVisits(
  desk: Desk,
  options: {
    readonly count: number;
    readonly fromMs: number;
    readonly untilMs: number;
    readonly halfway: () => Promise<void>;
  },
): Promise<Noted> {
  const { count, fromMs, untilMs } = options;
  const noted: Noted = { places: new Map(), refused: [] };
  const due: { atMs: number; readonly visit: Visit }[] = Array.from({ length: count }, (_, n) => ({
    atMs: fromMs + Math.round(((untilMs - fromMs) * n) / count),
    visit: visitOf(desk, noted, n),
  }));
  let nextTickMs = fromMs;
  let isHalfway = false;
  while (due.length > 0) {
    due.sort((a, b) => a.atMs - b.atMs);
    const first = due[0]?.atMs ?? 0;
    const batch = due.filter(({ atMs }) => atMs <= first + 2 * secondMs).slice(0, atOnce);
    moveTo(desk, Math.max(...batch.map(({ atMs }) => atMs)));
    if (!isHalfway && first > (fromMs + untilMs) / 2) {
      isHalfway = true;
      await options.halfway();
    }
    if (first >= nextTickMs) {
      await lookAfter(desk);
      nextTickMs = first + 15 * minuteMs;
    }
    await Promise.all(
      batch.map(async (one) => {
        const { done, value } = await one.visit.next();
        if (done) due.splice(due.indexOf(one), 1);
        else one.atMs = desk.nowMs() + value;
      }),
    );
  }
  return noted;
}

/** Runs the schedule until nothing is left to do. */
export async function lookAfter(desk: Desk): Promise<void> {
  await desk.stack.tick();
  await desk.stack.drain();
}

/** Never back. */
export function moveTo(desk: Desk, timeMs: number): void {
  desk.clock.aheadMs = Math.max(desk.clock.aheadMs, timeMs - Date.now());
}

async function* visitOf(desk: Desk, noted: Noted, n: number): Visit {
  const random = seeded(n);
  const pause = (fromS: number, toS: number) => Math.round((fromS + (toS - fromS) * random()) * secondMs);
  const session = randomUUID();
  const place = n % 3 === 0 ? 'acme-blog' : 'acme-web';
  let conversationId = '';
  const say = async (text: string) => {
    const response = await desk.stack.post(
      '/v1/webchat/messages',
      { text, attachments: [], user: { id: `v-${n % 11 === 0 ? n + 1 : n}` } },
      { 'x-tenant-id': 'acme', 'x-widget-id': place, 'x-session-id': session },
    );
    const body = await response.json();
    if (response.status >= 500) noted.refused.push({ conversationId, atMs: desk.nowMs() });
    else conversationId = body.conversationId;
    if (conversationId) noted.places.set(conversationId, place);
    const replies: readonly { readonly text: string }[] = body.replies ?? [];
    return replies.at(-1)?.text ?? '';
  };
  const runs = random() < 0.15 ? 2 : 1;
  for (let run = 0; run < runs; run += 1) {
    await say('hello');
    yield pause(2, 90);
    if (random() < 0.08) return;
    if (random() < 0.04) {
      await say('bad');
      yield pause(1, 20);
      if (random() < 0.4) {
        await say('bad');
        await say('bad');
        yield pause(1, 60);
        continue;
      }
    }
    const wants = random();
    if (wants < 0.2) {
      const reply = await say(random() < 0.6 ? 'human' : 'seller');
      // Whoever comes back in the middle of a flow has answered another question.
      if (reply.endsWith('One moment.')) yield* humansOf(desk, { conversationId, say, random, pause });
    } else {
      await say(wants < 0.25 ? 'shop' : 'where is my order?');
    }
    yield pause(2, 60);
    yield* answering(say, random, pause);
    yield pause(60, 4 * 3600);
  }
}

/** @returns the last reply */
type Say = (text: string) => Promise<string>;
type Pause = (fromS: number, toS: number) => number;

/** Answers whatever is asked, in the order in which the flow asks it; may leave at each question. */
async function* answering(say: Say, random: () => number, pause: Pause): Visit {
  const answers = [
    random() < 0.7 ? 'yes' : 'no',
    String(1 + Math.floor(random() * 5)),
    String(Math.floor(random() * 11)),
  ];
  for (const answer of answers) {
    if (random() < 0.1) return;
    await say(answer);
    yield pause(1, 120);
  }
}

async function* humansOf(
  desk: Desk,
  {
    conversationId,
    say,
    random,
    pause,
  }: { conversationId: string; say: Say; random: () => number; pause: Pause },
): Visit {
  const way = random();
  yield pause(1, 200);
  if (random() < 0.4) await say('is anybody there?');
  // Nobody comes.
  if (way < 0.15) return void (yield 45 * minuteMs);
  if (way < 0.3) return void (await say('bot please'));
  const human = desk.as(random() < 0.5 ? maria : ben);
  yield pause(1, 150);
  await human.take(conversationId);
  const exchanges = Math.floor(random() * 4);
  for (let n = 0; n < exchanges; n += 1) {
    yield pause(2, 300);
    await human.reply(conversationId, `human: answer ${n}`);
    yield pause(2, 100);
    if (random() < 0.8) await say(`and ${n}?`);
    if (random() < 0.3) await say('hello?');
  }
  yield pause(2, 300);
  const end = random();
  // Somebody goes home without ending it.
  if (end < 0.1) return void (yield 4 * 3600 * secondMs);
  if (end < 0.4) await human.giveBack(conversationId);
  else await human.close(conversationId, end < 0.7 ? { survey: true } : {});
  // The flow goes on by the queue.
  await desk.stack.drain();
}
