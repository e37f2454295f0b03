import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { environmentFiles } from '../../../bin/environment-files.ts';
import { composeGateway } from '../../../src/lambda/compose.ts';
import { createVirtualClock, environments } from '../../../src/local/lambda/environments.ts';
import { echoing, logOf } from '../chaos/chaos-stack.ts';
import { echoOf } from '../chaos/count-wrongs.ts';
import { startOutside } from '../chaos/outside.ts';
import { redeliver, type Talk, tryMessage } from '../chaos/talk.ts';
import { cloudApiBody } from '../cloud-api.ts';
import { startFaultProxy } from '../fault-proxy.ts';
import { startTestStack } from '../start-stack.ts';
import { type Gate, startGate } from './gate.ts';
import { putTablesBack, readTables, startTurnstile } from './point-in-time.ts';

/** A session that goes on writing, and when each of its messages was acknowledged. */
interface Writer extends Talk {
  readonly acknowledgedAtMs: Map<string, number>;
}

export interface RestoreOptions {
  readonly sessions: number;
  /** Messages of each session that are acknowledged before the moment, between it and the stop, and after the start. */
  readonly messagesEach: number;
  /** How far the clock is moved while nothing writes. */
  readonly waitMinutes: number;
  /** Visitors who write one message whose step is slow, and wait: the moment comes while the queue runs it. */
  readonly silent?: number;
  /** Whether the schedule is run by hand once the writers are started, or comes by itself. */
  readonly scheduleByHand?: boolean;
}

/** What became of the messages that were acknowledged. */
export interface RestoreReport {
  readonly acknowledged: Readonly<Record<'before' | 'between' | 'after', number>>;
  /** Not in the log afterwards. */
  readonly lost: Readonly<Record<'before' | 'between' | 'after', number>>;
  /** Answered by web chat before the moment, and not in the log: never. */
  readonly lostAnswers: readonly string[];
  /** From the start to the reply of each silent visitor's turn that the moment found in its step, the first first. */
  readonly resumedS: readonly number[];
  /** In the log, and their reply was never sent or shown. */
  readonly unanswered: readonly string[];
  /** Replies of the chat app that were sent more than once, before the stop and after. */
  readonly sentTwice: readonly string[];
  /** From the moment that is restored to the stop of the writers: what is lost was written then. */
  readonly betweenS: number;
  readonly items: number;
  /** From the stop to tables that are as they were. */
  readonly putBackS: number;
  /** From the stop to the first acknowledgement, and to one for every session. */
  readonly firstAnswerS: number;
  readonly everybodyS: number;
}

const minuteMs = 60_000;
const thinkMs = 20;
/** Longer than web chat waits, shorter than a step may take. */
const slowMs = 4_500;

/** People go on writing while three tables are put back to a moment, by the steps of docs/operations.md. */
export async function rehearseRestore(options: RestoreOptions): Promise<RestoreReport> {
  const outside = await startOutside(() => slowMs);
  const proxy = await startFaultProxy();
  const clock = createVirtualClock();
  const files = await environmentFiles();
  let gate: Gate | undefined;
  const stack = await startTestStack({
    functions: (env, report) => {
      gate = startGate(environments({ files, clock })(proxy.inFrontOf(env), report));
      return gate;
    },
    providerUrl: outside.url,
    queues: { nowMs: clock.nowMs },
    changeTenant: (folder) => echoing(folder, outside.url),
    report: () => undefined,
  });
  outside.tellStatus = async (status) => {
    await redeliver(stack, cloudApiBody({ statuses: [status] }));
  };
  const turnstile = startTurnstile(proxy);
  const { dynamodb } = stack.clients;
  const { TABLE_PREFIX = '' } = stack.env;
  const writers = Array.from({ length: options.sessions }, (_, n) => newWriter(n));
  const silent = Array.from({ length: options.silent ?? 0 }, () => newWriter(0));
  const writing = { goesOn: true };
  try {
    const talking = Promise.all(writers.map((writer) => goOnWriting(writer)));
    await everybodyHas(writers, 0, options.messagesEach);
    await Promise.all(silent.map((visitor) => tryMessage(stack, visitor, slowTextOf(visitor))));
    const [atMs, then] = await turnstile.holding(
      async () => [Date.now(), await readTables(dynamodb, TABLE_PREFIX)] as const,
    );
    await everybodyHas(writers, atMs, options.messagesEach);
    const stopMs = Date.now();
    await gate?.close();
    const sentBefore = outside.taken.length;
    const items = await putTablesBack(dynamodb, TABLE_PREFIX, then);
    const putBackMs = Date.now();
    clock.advance(options.waitMinutes * minuteMs);
    const openMs = Date.now();
    const open = await openTurns();
    gate?.open();
    const resumed = Promise.all(open.map(async (visitor) => (await replied(visitor)) - openMs));
    if (options.scheduleByHand) await stack.tick();
    await everybodyHas(writers, openMs, 1);
    const everybodyMs = Date.now();
    await everybodyHas(writers, openMs, options.messagesEach);
    writing.goesOn = false;
    await talking;
    const resumedMs = await resumed;
    const firstMs = Math.min(
      ...writers.flatMap(({ acknowledgedAtMs }) =>
        [...acknowledgedAtMs.values()].filter((at) => at > openMs),
      ),
    );
    await restsAfter(9);
    const seconds = (fromMs: number, toMs: number) => Math.round((toMs - fromMs) / 100) / 10;
    return {
      ...(await count(atMs, openMs)),
      betweenS: seconds(atMs, stopMs),
      items,
      putBackS: seconds(stopMs, putBackMs),
      firstAnswerS: seconds(stopMs, firstMs),
      everybodyS: seconds(stopMs, everybodyMs),
      resumedS: resumedMs.map((ms) => seconds(0, ms)).sort((a, b) => a - b),
      sentTwice: sentTwice(sentBefore),
    };
  } finally {
    writing.goesOn = false;
    await stack.stop();
    await Promise.all([proxy.stop(), outside.stop()]);
  }

  async function goOnWriting(writer: Writer) {
    for (let n = 0; writing.goesOn; n += 1) {
      const text = `fast ${writer.user} ${n} 0`;
      for (;;) {
        const againMs = await tryMessage(stack, writer, text);
        if (againMs === null) break;
        await pause(againMs);
      }
      writer.acknowledgedAtMs.set(text, Date.now());
      await pause(thinkMs);
    }
  }

  /** Who waits for a turn that is in its step, as the tables have it. */
  async function openTurns(): Promise<readonly Writer[]> {
    const { conversations } = composeGateway(stack.env);
    const isOpen = async (visitor: Writer) =>
      (await conversations.find('acme', String(visitor.conversationId)))?.openTurn?.queued;
    const found = await Promise.all(silent.map(isOpen));
    return silent.filter((_, n) => found[n]);
  }

  /** When the reply to the slow message was shown. */
  async function replied(visitor: Writer): Promise<number> {
    const reply = echoOf(slowTextOf(visitor));
    while (!(await logOf(stack, visitor)).some(({ text }) => text === reply)) await pause(200);
    return Date.now();
  }

  /** Lets minutes go by until nothing is left on the queues. */
  async function restsAfter(minutes: number) {
    const urls = [
      stack.queues.turnsQueueUrl,
      stack.queues.continuationsQueueUrl,
      stack.queues.outboundQueueUrl,
      stack.queues.jobQueueUrl,
    ];
    const left = () => urls.reduce((sum, url) => sum + stack.queues.waiting(url).length, 0);
    for (let minute = 0; minute < minutes; minute += 3) {
      for (let looks = 0; looks < 50 && left() + outside.pending() > 0; looks += 1) await pause(100);
      clock.advance(3 * minuteMs);
      await stack.tick().catch(() => undefined);
    }
  }

  async function count(atMs: number, openMs: number) {
    const acknowledged = { before: 0, between: 0, after: 0 };
    const lost = { before: 0, between: 0, after: 0 };
    const unanswered: string[] = [];
    const lostAnswers: string[] = [];
    for (const writer of writers) {
      const log = await logOf(stack, writer);
      const sent = outside.taken.filter(({ to }) => to === writer.user).map(({ text }) => text);
      const shown = log.filter(({ author }) => author === 'bot').map(({ text }) => text);
      for (const [text, at] of writer.acknowledgedAtMs) {
        const when = at <= atMs ? 'before' : at <= openMs ? 'between' : 'after';
        acknowledged[when] += 1;
        if (!log.some((entry) => entry.author === 'user' && entry.text === text)) {
          lost[when] += 1;
          if (when === 'before' && writer.channel === 'webchat') lostAnswers.push(text);
        } else if (!(writer.channel === 'webchat' ? shown : sent).includes(echoOf(text)))
          unanswered.push(text);
      }
    }
    return { acknowledged, lost, lostAnswers, unanswered };
  }

  function sentTwice(before: number): string[] {
    const early = new Set(outside.taken.slice(0, before).map(({ to, text }) => `${to} ${text}`));
    return outside.taken
      .slice(before)
      .map(({ to, text }) => `${to} ${text}`)
      .filter((sent) => early.has(sent));
  }
}

function newWriter(n: number): Writer {
  const channel = n % 2 === 0 ? 'webchat' : 'chatapp';
  const user = channel === 'webchat' ? randomUUID() : `49151${String(100_000 + n)}`;
  return {
    ...{ channel, user, plan: [], acknowledged: new Map(), conversationId: null, odd: [] },
    acknowledgedAtMs: new Map(),
  };
}

const slowTextOf = ({ user }: Writer) => `slow ${user}`;

/** Until each has had as many messages acknowledged since then. */
async function everybodyHas(writers: readonly Writer[], sinceMs: number, messages: number): Promise<void> {
  const has = ({ acknowledgedAtMs }: Writer) =>
    [...acknowledgedAtMs.values()].filter((at) => at > sinceMs).length >= messages;
  while (!writers.every(has)) await pause(thinkMs);
}
