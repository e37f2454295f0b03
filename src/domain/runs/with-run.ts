import type { Run, RunAnswer, RunAsOf, RunFlow, RunHandoff, RunState } from '../../contract/runs.ts';
import type { ConversationStatus, Handoff } from '../../contract/vocabulary.ts';
import type { CommittedTurn, Conversation } from '../conversation.ts';
import type { LiveHandoff, Notice } from '../handoff.ts';
import { histogramOfOne, sumOfHistograms, withDuration } from './cells.ts';
import { type ReachedSteps, reachedFlows, withReached } from './count-run.ts';

/** What a turn adds to its run beyond the other records. */
export interface RunFacts {
  readonly reached?: ReachedSteps;
  readonly language?: string | undefined;
}

/** The handoff that a conversation had before a turn, and has after it. */
interface Handoffs {
  readonly was: LiveHandoff | null;
  readonly live: LiveHandoff | null;
}

/** The run's figures in the flow's state. */
export interface StatedFigures {
  readonly measured?: readonly {
    readonly metric: 'csat' | 'nps' | 'resolved';
    readonly value: unknown;
    readonly stepId: string;
    readonly answeredAt: string;
  }[];
  readonly handoffsRefused?: number;
  readonly llmTokens?: number;
}

type Stated = { readonly status?: ConversationStatus; readonly handoff?: Handoff | null } & StatedFigures;

/**
 * Updates the conversation's run after a turn. The turn's last event contains the run as a whole, since turns are
 * in order only in this item.
 * @see handoff.md 6.1
 */
export function withRun<State extends Stated>(
  before: Conversation<State>,
  next: Conversation<State>,
  turn: CommittedTurn,
  { reached, language, ...between }: RunFacts & Handoffs,
): Conversation<State> {
  const known = runOf(before, next, turn);
  if (!known) return next;
  const { inbound, replies, notices, failed, committedAtMs } = turn;
  let byBot = 0;
  for (const { author } of replies) if (author === 'bot') byBot += 1;
  const [visitor = 0, bot = 0, agent = 0] = known.said;
  const takenMs = inbound && Math.max(0, committedAtMs - Date.parse(inbound.timestamp));
  const { endedAtMs: _, outcome: __, ...going } = known;
  const hasHandoffs = known.handoffs !== undefined || between.live !== null;
  const handoffs = hasHandoffs ? handoffsAfter(known.handoffs ?? [], between, turn) : [];
  const completed = notices.find((notice) => notice.kind === 'flow-completed');
  const isOver = next.state?.status === 'completed';
  const isOnlyTriage = known.outcome !== undefined && isTriage(turn);
  const run: Run = isOnlyTriage
    ? known
    : {
        ...going,
        // One that was given up before its flow began has nothing else that would end it.
        ...(isOver && { endedAtMs: committedAtMs, outcome: completed?.outcome ?? 'failed' }),
        flows: [...(reached ? withReached(known.flows, reachedFlows(reached)) : known.flows)],
        said: [visitor + (inbound ? 1 : 0), bot + byBot, agent + replies.length - byBot],
        ...(known.firstReplyMs === undefined && takenMs !== null && byBot > 0 && { firstReplyMs: takenMs }),
        turns: [...(takenMs === null ? known.turns : withDuration(known.turns, takenMs))],
        ...(failed && { failedTurns: (known.failedTurns ?? 0) + 1 }),
        ...(handoffs.length > 0 && { handoffs: [...handoffs] }),
        ...(language !== undefined && { language }),
      };
  const turnWithRun = { ...turn, run: asOf(next, turn, run) };
  const outbox: CommittedTurn[] = [];
  for (const one of next.outbox) outbox.push(one === turn ? turnWithRun : one);
  return { ...next, run, outbox };
}

/** Handoffs that one run keeps: the first ones. */
const keptHandoffs = 5;

/** A run's handoffs behind a turn, as the conversation stood before and stands now. */
function handoffsAfter(
  known: readonly RunHandoff[],
  { was, live }: Handoffs,
  turn: CommittedTurn,
): readonly RunHandoff[] {
  const ended = turn.notices.find((notice) => notice.kind === 'handoff-ended');
  const answered = was ? answeredIn(known, was, turn) : known;
  const over = ended
    ? answered.map((one) => (one.id === ended.handoffId ? endOf(one, ended, turn) : one))
    : answered;
  return live ? withLive(over, live, turn) : over;
}

/** One response time for each agent's message that the visitor was waiting for. */
function answeredIn(
  known: readonly RunHandoff[],
  { id, waitingSinceMs }: LiveHandoff,
  { replies, committedAtMs }: CommittedTurn,
): readonly RunHandoff[] {
  const isAnswer = waitingSinceMs !== null && replies.some(({ author }) => author === 'agent');
  if (!isAnswer) return known;
  const response = histogramOfOne(Math.max(0, committedAtMs - waitingSinceMs));
  return known.map((one) =>
    one.id === id ? { ...one, responses: [...sumOfHistograms([one.responses ?? [], response])] } : one,
  );
}

type End = Extract<Notice, { kind: 'handoff-ended' }>;

function endOf(
  one: RunHandoff,
  { outcome, heldMs, attendedMs }: End,
  { committedAtMs }: CommittedTurn,
): RunHandoff {
  const { waits: _, ...rest } = one;
  return { ...rest, outcome, endedAtMs: committedAtMs, heldMs, attendedMs };
}

function withLive(
  known: readonly RunHandoff[],
  live: LiveHandoff,
  { flow: { id, version } }: Pick<CommittedTurn, 'flow'>,
): readonly RunHandoff[] {
  const before = known.find((one) => one.id === live.id);
  const now = goingOn(live, before);
  if (before) return known.map((one) => (one === before ? now : one));
  const asked = { ...now, ...(live.stepId !== '' && { step: { id, version, stepId: live.stepId } }) };
  return known.length < keptHandoffs ? [...known, asked] : known;
}

function goingOn(live: LiveHandoff, before: RunHandoff | undefined): RunHandoff {
  const { id, queue, state, requestedAtMs, firstTakenAtMs, firstAgentAtMs, heldMs, attendedMs } = live;
  const owner = live.owner ?? live.previous;
  return {
    id,
    queue,
    requestedAtMs,
    ...(firstTakenAtMs !== null && { takenAtMs: firstTakenAtMs }),
    ...(firstAgentAtMs !== null && { firstAgentAtMs }),
    ...(before?.step && { step: before.step }),
    ...(state === 'requested' && { waits: true as const }),
    ...(owner && { owner: { kind: owner.kind, id: owner.id, name: owner.name } }),
    ...(before?.responses && { responses: before.responses }),
    ...(heldMs > 0 && { heldMs }),
    ...(attendedMs > 0 && { attendedMs }),
  };
}

/** The run that a turn belongs to: the current one, or a new one; null for a system's message while no flow waits and no agent is requested. */
function runOf(before: Conversation<Stated>, next: Conversation<Stated>, turn: CommittedTurn): Run | null {
  const { run } = before;
  const reopens = turn.notices.some((notice) => notice.kind === 'handoff' && notice.asked?.reopened);
  if (run && (run.outcome === undefined || reopens || isTriage(turn))) return run;
  const isBegun = turn.inbound !== null || (next.state !== null && next.state.status !== 'completed');
  if (!isBegun) return null;
  const startedAtMs = turn.inbound ? Date.parse(turn.inbound.timestamp) : turn.committedAtMs;
  const id = turn.inbound?.id ?? turn.replies[0]?.id ?? turn.notices.find(isTaken)?.handoffId;
  return id === undefined ? null : newRun(id, startedAtMs, run);
}

/** Labels and priority also change after a run's end. */
const isTriage = ({ inbound, notices }: CommittedTurn) =>
  inbound === null && notices.some(({ kind }) => kind === 'triaged');

const isTaken = (notice: CommittedTurn['notices'][number]) => notice.kind === 'handoff-taken';

function newRun(id: string, startedAtMs: number, previous: Run | undefined): Run {
  return {
    id,
    startedAtMs,
    ...(previous && { previous: previous.id }),
    flows: [],
    said: [0, 0, 0],
    turns: [],
  };
}

/** A message whose flow raised, and that nothing was written of: it may be sent again. */
export function withRaisedTurn(
  { run }: Pick<Conversation<unknown>, 'run'>,
  {
    messageId,
    receivedAtMs,
    reached,
  }: { readonly messageId: string; readonly receivedAtMs: number; readonly reached: readonly RunFlow[] },
): Pick<Conversation<unknown>, 'run'> {
  const present = run && run.outcome === undefined ? run : newRun(messageId, receivedAtMs, run);
  const flows = [...withReached(present.flows, reached)];
  return { run: { ...present, flows, failedTurns: (present.failedTurns ?? 0) + 1 } };
}

/** Further figures that a turn stores of its run. */
function asOf(next: Conversation<Stated>, turn: CommittedTurn, run: Run): RunAsOf {
  const { state, widgetId, accountId = turn.accountId, labels = [], priority = 'none' } = next;
  const { measured = [], handoffsRefused, llmTokens } = state ?? {};
  const place = next.channel === 'webchat' ? widgetId : accountId;
  return {
    ...run,
    v: next.version,
    ...(place && { place }),
    ...(measured.length > 0 && { answers: measured.map(answerOf) }),
    ...(handoffsRefused !== undefined && { refused: handoffsRefused }),
    ...(llmTokens !== undefined && { tokens: llmTokens }),
    ...(labels.length > 0 && { labels: [...labels] }),
    ...(priority !== 'none' && { priority }),
    ...(next.lastActivityMs !== turn.committedAtMs && { activeMs: next.lastActivityMs }),
    ...(next.userId !== turn.to && { userId: next.userId }),
  };
}

function answerOf({ metric, value, stepId, answeredAt: at }: NonNullable<StatedFigures['measured']>[number]) {
  return { metric, value: value as RunAnswer['value'], stepId, at };
}

const dayS = 24 * 60 * 60;

/** The run in a turn's last event. */
export function runStateOf(turn: Omit<CommittedTurn, 'run'> & { readonly run: RunAsOf }): RunState {
  const { to, committedAtMs, expiresAtS } = turn;
  const { activeMs = committedAtMs, ...run } = turn.run;
  const { id, version, stepId } = turn.flow;
  const { outcome, handoffs = [] } = run;
  const live = handoffs.at(-1);
  const isLive = live !== undefined && live.outcome === undefined;
  return {
    ...run,
    userId: run.userId ?? to,
    lastActivityMs: activeMs,
    status: outcome ?? (isLive ? (live.waits ? 'waiting' : 'taken') : 'active'),
    flow: { id, version, stepId },
    retentionDays: Math.round((expiresAtS - committedAtMs / 1000) / dayS),
  };
}
