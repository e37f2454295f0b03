import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { unpackJson } from '../../../src/aws/items.ts';
import type { Noted } from './act-out-visits.ts';

/**
 * Counts a log by hand: it reads what was said and what was done with handoffs, and knows neither runs' states nor any
 * rule of the code that it judges, but what the texts of handoff.md say.
 */

interface Message {
  readonly seq: number;
  readonly author: 'user' | 'bot' | 'agent';
  readonly text: string;
  readonly timestamp: string;
}
interface Turn {
  readonly conversationId: string;
  readonly runId: string;
  readonly channel: string;
  readonly to: string;
  readonly committedAtMs: number;
  readonly status: string;
  readonly flow: { readonly id: string; readonly version: number; readonly stepId: string };
  readonly inbound: Message | null;
  readonly replies: readonly Message[];
  readonly notices: readonly {
    readonly kind: string;
    readonly asked?: { readonly id: string; readonly queue: string };
  }[];
}
interface Side {
  readonly event?: string;
  readonly by: { readonly name: string } | null;
  readonly at: string;
}

export interface CountedHandoff {
  readonly queue: string;
  readonly askedMs: number;
  /** Of the wait what was not closed. */
  insideMs?: number;
  takenMs?: number;
  hasItSinceMs?: number;
  endedMs?: number;
  outcome?: string;
  owner?: string;
  heldMs: number;
  attendedMs: number;
  readonly responsesMs: number[];
  /** When humans answered, and when the visitor wrote. */
  readonly answersMs: number[];
  readonly visitorsMs: number[];
}

export interface CountedRun {
  readonly conversationId: string;
  readonly user: string;
  readonly channel: string;
  readonly place: string;
  readonly version: number;
  readonly startedMs: number;
  outcome: 'open' | 'handedOver' | 'failed' | 'abandoned' | 'flowAlone';
  endedMs: number;
  /** The flow has come to its end. */
  readonly isCompleted: boolean;
  readonly visitor: number;
  readonly bot: number;
  readonly agent: number;
  readonly turnsMs: readonly number[];
  readonly firstReplyMs: number | null;
  readonly handoffs: CountedHandoff[];
  readonly reached: ReadonlySet<string>;
  readonly lastStep: string;
  readonly answers: ReadonlyMap<string, string>;
  failedTurns: number;
  resolved: boolean;
}

const idleMs = 60 * 60_000;
const raisesInARow = 3;
const attendedMostMs = 5 * 60_000;
const backWithinMs = 72 * 60 * 60_000;
const asks = new Map([
  ['helped', ['resolved', /^(yes|no|1|2)$/]],
  ['rate', ['csat', /^[1-5]$/]],
  ['nps', ['nps', /^(\d|10)$/]],
] as const);
/** Who answers with a number means the choice of that place. */
const choices = new Map([
  ['resolved 1', 'yes'],
  ['resolved 2', 'no'],
]);

/** @param untilMs when it was looked last whether somebody has been silent for too long */
export async function countLog(
  dynamodb: DynamoDBDocumentClient,
  table: string,
  noted: Noted,
  untilMs: number,
): Promise<readonly CountedRun[]> {
  const { turns, sides } = await readLog(dynamodb, table);
  const runs = [...Map.groupBy(turns, ({ runId }) => runId)].map(([, own]) => countRun(own, noted));
  runs.sort((a, b) => a.startedMs - b.startedMs);
  for (const [conversationId, own] of Map.groupBy(runs, (run) => run.conversationId)) {
    for (const { at, event, by } of sides.get(conversationId) ?? [])
      note(own, event, by?.name, Date.parse(at));
    for (const { atMs } of noted.refused.filter((one) => one.conversationId === conversationId)) {
      const run = own.findLast(({ startedMs }) => startedMs <= atMs);
      if (run) run.failedTurns += 1;
    }
  }
  for (const run of runs) {
    judge(run, untilMs);
    for (const handoff of run.handoffs) {
      attend(handoff);
      handoff.insideMs = insideOf(handoff);
    }
  }
  const ofUser = Map.groupBy(runs, ({ channel, user }) => `${channel}/${user}`);
  for (const run of runs) {
    const back = ofUser
      .get(`${run.channel}/${run.user}`)
      ?.find((other) => other !== run && other.startedMs > run.startedMs);
    const isBack = back !== undefined && back.startedMs - run.endedMs <= backWithinMs;
    run.resolved = run.outcome === 'flowAlone' && run.answers.get('resolved') !== 'no' && !isBack;
  }
  return runs;
}

async function readLog(dynamodb: DynamoDBDocumentClient, TableName: string) {
  const turns: Turn[] = [];
  const sides = new Map<string, Side[]>();
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName }))
    for (const item of Items) {
      const { pk, turn, entry } = item;
      const [tenantId, conversationId = '', kind] = String(pk).split('#');
      if (tenantId !== 'acme') continue;
      if (turn) turns.push(unpackJson(turn) as Turn);
      if (kind === 'side')
        sides.set(conversationId, [...(sides.get(conversationId) ?? []), unpackJson(entry) as Side]);
    }
  turns.sort((a, b) => a.committedAtMs - b.committedAtMs || placeOf(a) - placeOf(b));
  for (const own of sides.values()) own.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return { turns, sides };
}

const placeOf = ({ inbound, replies }: Turn) => inbound?.seq ?? replies[0]?.seq ?? 0;
const startOf = ({ inbound, committedAtMs }: Turn) =>
  inbound ? Date.parse(inbound.timestamp) : committedAtMs;

function countRun(turns: readonly Turn[], { places }: Noted): CountedRun {
  const [first] = turns;
  const last = turns.at(-1);
  if (!first || !last) throw new Error('a run has a turn');
  const { conversationId } = first;
  const said = turns.flatMap(({ inbound, replies }) => [...(inbound ? [inbound] : []), ...replies]);
  const of = (author: Message['author']) => said.filter((one) => one.author === author).length;
  const replied = turns.find(
    ({ inbound, replies }) => inbound && replies.some(({ author }) => author === 'bot'),
  );
  const answers = new Map<string, string>();
  let asked = '';
  for (const { author, text } of said) {
    const [metric, valid] = asks.get(asked as 'rate') ?? [];
    if (author === 'user' && metric && valid?.test(text))
      answers.set(metric, choices.get(`${metric} ${text}`) ?? text);
    // A text that asks again names no step: the question stands.
    if (author === 'bot' && /^[a-z]+: /.test(text)) asked = stepIn(text);
  }
  return {
    ...{ conversationId, channel: first.channel, user: first.to, version: first.flow.version },
    place: places.get(conversationId) ?? '',
    startedMs: startOf(first),
    ...{ outcome: 'open', endedMs: last.committedAtMs, failedTurns: 0, resolved: false },
    ...{ visitor: of('user'), bot: of('bot'), agent: of('agent') },
    turnsMs: turns.flatMap((turn) => (turn.inbound ? [turn.committedAtMs - startOf(turn)] : [])),
    firstReplyMs: replied ? replied.committedAtMs - startOf(replied) : null,
    handoffs: turns.flatMap((turn) => handoffsIn(turn, turns)),
    reached: new Set([
      ...said.filter(({ author }) => author === 'bot').map(({ text }) => stepIn(text)),
      ...(turns.some(isShut) ? ['seller'] : []),
    ]),
    lastStep: last.flow.stepId,
    isCompleted: last.status === 'completed',
    answers,
  };
}

/** The seller's step says nothing itself where it is closed. */
const isShut = ({ inbound, replies }: Turn) =>
  inbound?.text === 'seller' && replies.some(({ text }) => stepIn(text) === 'shut');

const stepIn = (text: string) => text.split(':')[0] ?? '';

/** A handoff with what was said in it: those of a conversation come one after the other. */
function handoffsIn(turn: Turn, turns: readonly Turn[]): CountedHandoff[] {
  const { asked } = turn.notices.find(({ kind }) => kind === 'handoff') ?? {};
  if (!asked) return [];
  const askedMs = turn.committedAtMs;
  const isOther = ({ notices }: Turn) => notices.some(({ kind }) => kind === 'handoff');
  const later = turns.filter(({ committedAtMs }) => committedAtMs > askedMs);
  const others = later.findIndex(isOther);
  const own = others < 0 ? later : later.slice(0, others);
  const handoff: CountedHandoff = {
    ...{ queue: asked.queue, askedMs, heldMs: 0, attendedMs: 0 },
    ...{ responsesMs: [], answersMs: [], visitorsMs: [] },
  };
  let waitingMs: number | null = null;
  for (const { inbound, replies, committedAtMs } of own) {
    if (inbound) {
      waitingMs ??= committedAtMs;
      handoff.visitorsMs.push(committedAtMs);
    }
    if (!replies.some(({ author }) => author === 'agent')) continue;
    if (waitingMs !== null) handoff.responsesMs.push(committedAtMs - waitingMs);
    waitingMs = null;
    handoff.answersMs.push(committedAtMs);
  }
  return [handoff];
}

const ends = new Set(['returned', 'closed', 'expired', 'visitor']);

/** What was done with the handoff that was the last one then. */
function note(
  runs: readonly CountedRun[],
  event: string | undefined,
  by: string | undefined,
  atMs: number,
): void {
  const handoff = runs.flatMap(({ handoffs }) => handoffs).findLast(({ askedMs }) => askedMs <= atMs);
  if (!handoff || event === undefined) return;
  if (event === 'taken') {
    handoff.takenMs ??= atMs;
    handoff.hasItSinceMs = atMs;
    if (by !== undefined) handoff.owner = by;
    return;
  }
  // Nobody has it any more, or it is over.
  if (handoff.hasItSinceMs !== undefined) handoff.heldMs += atMs - handoff.hasItSinceMs;
  delete handoff.hasItSinceMs;
  if (!ends.has(event)) return;
  handoff.outcome = event;
  handoff.endedMs = atMs;
}

/** What humans were at work on it: since the last that was said or done before each of their messages, five minutes at most. */
function attend(handoff: CountedHandoff): void {
  for (const [n, answerMs] of handoff.answersMs.entries()) {
    const asked = handoff.visitorsMs.filter((one) => one < answerMs);
    const sinceMs = Math.max(handoff.answersMs[n - 1] ?? 0, handoff.takenMs ?? answerMs, ...asked);
    handoff.attendedMs += Math.min(answerMs - sinceMs, attendedMostMs);
  }
}

const berlin = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'Europe/Berlin', weekday: 'long', hour: '2-digit', minute: '2-digit' },
});
/** Sales are closed in these minutes of that weekend, of which one ten the night has twice. */
const closed = /^(Saturday 23:3|Sunday 02:4)/;

/** Second by second: what of a wait for a seller was not in the minutes in which they are closed. */
function insideOf({ queue, askedMs, takenMs = askedMs }: CountedHandoff): number {
  if (queue !== 'sales') return takenMs - askedMs;
  let insideMs = 0;
  for (let at = askedMs; at < takenMs; at = Math.min(takenMs, (Math.floor(at / 1000) + 1) * 1000)) {
    const next = Math.min(takenMs, (Math.floor(at / 1000) + 1) * 1000);
    if (!closed.test(berlin.format(at).replace(',', ''))) insideMs += next - at;
  }
  return insideMs;
}

/** How a run has ended, if it has. */
function judge(run: CountedRun, untilMs: number): void {
  const handoff = run.handoffs.at(-1);
  const isLive = handoff !== undefined && handoff.outcome === undefined;
  const lastMs = Math.max(run.endedMs, handoff?.endedMs ?? 0);
  // What humans end without a word is not in the log of what was said.
  const isClosed = handoff?.outcome === 'closed' && run.endedMs < lastMs;
  const isSilent = !isLive && lastMs + idleMs < untilMs;
  run.endedMs = lastMs;
  const ended = () => {
    if (run.isCompleted || isClosed) return 'flowAlone';
    if (run.failedTurns >= raisesInARow) return 'failed';
    return isSilent ? 'abandoned' : 'open';
  };
  run.outcome = ended() !== 'open' && run.handoffs.length > 0 ? 'handedOver' : ended();
}
