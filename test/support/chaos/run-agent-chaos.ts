import { randomUUID } from 'node:crypto';
import type { TranscriptMessage } from '../../../src/operations/inspect/trace-message.ts';
import { type AgentWork, answerAtRandom, handingOver, marks } from './agents.ts';
import { finish, logOf, startChaos } from './chaos-stack.ts';
import { echoOf } from './count-wrongs.ts';
import { faultChoice } from './fault-choice.ts';
import { seededRandom } from './seeded-random.ts';
import { neverAcknowledged, type Talk, talk } from './talk.ts';

/** What a seed with agents has shown. */
export interface AgentChaosReport {
  readonly seed: number;
  readonly wrongs: readonly string[];
  readonly sent: number;
  readonly acknowledged: number;
  /** What nobody has acknowledged, with all that was answered instead. */
  readonly never: readonly string[];
  /** What agents have said, as far as they were told that it is said. */
  readonly said: number;
  readonly faults: number;
  readonly kills: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

interface AgentChaosOptions {
  readonly seed: number;
  readonly sessions: number;
  readonly messages: number;
}

const humanShare = 0.3;
const slowMs = 200;
const lagMs = 500;

/** Visitors who talk and ask for humans, and three of those who come and go, over a stack that fails and dies. */
export async function runAgentChaos(options: AgentChaosOptions): Promise<AgentChaosReport> {
  const random = seededRandom(options.seed);
  const chaos = await startChaos(random, { slowMs, lagMs, flowOf: handingOver });
  const { stack, proxy, mortals, outside } = chaos;
  try {
    const atS = Math.floor(chaos.clock.nowMs() / 1000);
    const talks = plannedTalks(options, random).map((one) => ({ ...one, atS }));
    const choose = faultChoice(random);
    let faults = 0;
    proxy.decide = async (call) => {
      if (await mortals.dies(call.caller)) return 'reset';
      const fault = choose(call);
      if (fault) faults += 1;
      return fault;
    };
    let isOver = false;
    const conversations = () => [
      ...new Set(stack.bus.events.map(({ detail }) => String(detail.conversationId))),
      ...talks.flatMap(({ conversationId }) => conversationId ?? []),
    ];
    const agents = answerAtRandom(
      chaos,
      random,
      () => [...new Set(conversations())],
      () => isOver,
    );
    await Promise.all(talks.map((one) => talk(stack, one)));
    proxy.decide = () => undefined;
    mortals.spare();
    await finish(chaos);
    isOver = true;
    const work = await agents;
    await finish(chaos);
    const wrongs: string[] = [];
    const logged: string[] = [];
    for (const one of talks) {
      const log = await logOf(stack, one);
      logged.push(...log.filter(({ author }) => author === 'agent').map(({ text }) => text));
      const sent = outside.taken.filter(({ to }) => to === one.user).map(({ text }) => text);
      for (const what of wrongsOf(one, log, sent)) wrongs.push(`${one.channel} ${one.user}: ${what}`);
    }
    const said = [...work.said.values()].filter((state) => state === 'acknowledged').length;
    return {
      seed: options.seed,
      wrongs: [...wrongs, ...wrongsOfAgents(work, logged)],
      sent: options.sessions * options.messages,
      acknowledged: talks.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0),
      never: talks.flatMap(neverAcknowledged),
      said,
      faults,
      kills: mortals.counts.kills,
      outcomes: Object.fromEntries(work.outcomes),
    };
  } finally {
    await chaos.stop();
  }
}

function plannedTalks({ sessions, messages, seed }: AgentChaosOptions, random: () => number): Talk[] {
  return Array.from({ length: sessions }, (_, n) => {
    const plan = Array.from({ length: messages }, (__, sent) => {
      const kind = random() < humanShare ? 'human' : random() < 0.2 ? 'slow' : 'fast';
      return [`${kind} ${seed} ${n} ${sent} ${Math.floor(random() * 1000)}`];
    });
    const channel = n % 2 === 0 ? 'webchat' : 'chatapp';
    const user = channel === 'webchat' ? randomUUID() : `49152${String(100_000 + n)}`;
    const spoken = { acknowledged: new Map(), conversationId: null, odd: [], answers: new Map() };
    return { channel, user, plan, ...spoken };
  });
}

/** What is wrong with one conversation. @param sent what the provider has taken for its user, in order */
function wrongsOf(
  { acknowledged, channel, plan, odd }: Talk,
  log: readonly TranscriptMessage[],
  sent: readonly string[],
): string[] {
  const wrongs = odd.map((answer) => `answered ${answer}`);
  const said = log.filter(({ author }) => author === 'user').map(({ text }) => text);
  const replies = log.filter(({ author }) => author !== 'user').map(({ text }) => text);
  for (const text of plan.flat()) {
    const times = said.filter((one) => one === text).length;
    if (times > 1) wrongs.push(`"${text}" is in the log ${times} times`);
    if (acknowledged.has(text) && times === 0) wrongs.push(`"${text}" is lost`);
    if (replies.filter((one) => one === echoOf(text)).length > 1) wrongs.push(`"${text}" is answered twice`);
  }
  const order = plan.flat().filter((text) => said.includes(text));
  if (order.join() !== said.join()) wrongs.push(`the order is ${said.join(', ')}`);
  if (log.some(({ seq }, n) => seq !== n + 1)) wrongs.push('the log has a gap');
  if (channel === 'chatapp' && sent.join() !== replies.join())
    wrongs.push(`the provider was sent ${sent.join(' | ')} of ${replies.join(' | ')}`);
  return [...wrongs, ...botAmongAgents(log)];
}

/** Between an agent's words and the end of their part the bot says nothing. */
function botAmongAgents(log: readonly TranscriptMessage[]): string[] {
  return log.flatMap(({ author, text }, n) => {
    if (author !== 'agent' || text.startsWith(marks.leaving)) return [];
    const next = log.slice(n + 1).find((message) => message.author !== 'user');
    const isBots = next?.author === 'bot' && next.text !== 'back with the bot';
    return isBots ? [`the bot says "${next.text}" behind "${text}"`] : [];
  });
}

/** What agents were told that it is said is there once, anything else once at most. */
function wrongsOfAgents({ said }: AgentWork, logged: readonly string[]): string[] {
  return [...said].flatMap(([text, state]) => {
    const times = logged.filter((one) => one === text).length;
    const least = state === 'acknowledged' ? 1 : 0;
    return times > 1 || times < least ? [`"${text}" of an agent is in the logs ${times} times`] : [];
  });
}
