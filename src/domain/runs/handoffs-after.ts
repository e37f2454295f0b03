import type { RunHandoff } from '../../contract/runs.ts';
import type { CommittedTurn } from '../conversation.ts';
import { type DeskStanding, handoffOf, type LiveHandoff } from '../handoff.ts';
import type { Notice } from '../notices.ts';
import { histogramOfOne, sumOfHistograms } from './histogram.ts';

/** Handoffs that one run keeps: the first ones. */
const keptHandoffs = 5;

/** A run's handoffs behind a turn, as the conversation stood before and stands now. */
export function handoffsAfter(
  known: readonly RunHandoff[],
  before: DeskStanding,
  next: DeskStanding,
  turn: CommittedTurn,
): readonly RunHandoff[] {
  const was = handoffOf(before);
  const live = handoffOf(next);
  const ended = turn.notices.find((notice) => notice.kind === 'handoff-ended');
  const answered = was ? answeredIn(known, was, turn) : known;
  const over = ended
    ? answered.map((one) => (one.id === ended.handoffId ? endOf(one, ended, turn) : one))
    : answered;
  return live ? withLive(over, live, turn) : over;
}

/** One response for each message of a human's that the visitor was waiting for. */
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
