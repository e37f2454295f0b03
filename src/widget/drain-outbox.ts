import { backoffMs } from './backoff.ts';
import {
  askIfRefused,
  type Connection,
  closedBy,
  type Failures,
  failedAgain,
  noFailures,
} from './connection.ts';
import type { PostOutcome, PostRequest, Refused } from './gateway-client.ts';
import type { Outbox, OutboxItem } from './outbox.ts';

export interface DrainParts {
  readonly outbox: Outbox;
  readonly post: (request: PostRequest) => Promise<PostOutcome>;
  /** Returns the gateway's rejection of this page, if there is one. */
  readonly refusal: () => Promise<Refused | null>;
  /** The current conversation; another tab may have changed it. */
  readonly conversation: () => {
    readonly id: string | null;
    readonly lastSeq: number;
    readonly visitorId: string;
    readonly sessionId: string;
  };
  /** The current metadata of a message. */
  readonly metadata: () => Record<string, unknown>;
  readonly onOutcome: (outcome: PostOutcome, item: OutboxItem) => void;
  readonly onConnection: (connection: Connection) => void;
  /** Resolves after the time, or earlier when `hurry` is true and the line may be back. */
  readonly pause: (ms: number, hurry: boolean) => Promise<void>;
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly newId: () => string;
  readonly signal: AbortSignal;
}

/**
 * Sends what is queued, one after the other in the order of writing, until nothing is queued. Every attempt of an item
 * has the same key and body. An item that is refused is kept as failed: its text is the visitor's.
 */
export async function drainOutbox(parts: DrainParts): Promise<void> {
  const { outbox, signal } = parts;
  for (let failures = noFailures; !signal.aborted; ) {
    const queued = outbox.list().find(({ delivery }) => delivery.state === 'queued');
    if (!queued) return;
    if (queued.start && parts.conversation().id !== null) {
      outbox.remove(queued.id);
      continue;
    }
    const item = withBody(parts, queued);
    const outcome = await parts.post({
      visitorId: parts.conversation().visitorId,
      sessionId: parts.conversation().sessionId,
      metadata: item.posted.metadata,
      conversationId: item.posted.conversationId,
      text: item.text,
      start: item.start,
      files: item.files,
      replyTo: item.replyTo,
      idempotencyKey: item.idempotencyKey,
    });
    if (signal.aborted) return;
    failures = outcome.kind === 'retry' ? failedAgain(failures, outcome) : noFailures;
    await conclude(parts, item, outcome, failures);
  }
}

type PostedItem = OutboxItem & { readonly posted: NonNullable<OutboxItem['posted']> };

/** Fixes the body before the first attempt leaves, so that a reload repeats the very same. */
function withBody({ outbox, conversation, metadata }: DrainParts, item: OutboxItem): PostedItem {
  const { id, lastSeq } = conversation();
  const posted = item.posted ?? { conversationId: id, sinceSeq: lastSeq, metadata: metadata() };
  if (!item.posted) outbox.change(item, { posted });
  return { ...item, posted };
}

/** The start of a flow is not a message: it blocks none, and its failure is not shown. */
const startAttempts = 3;

async function conclude(parts: DrainParts, item: PostedItem, outcome: PostOutcome, failures: Failures) {
  if (item.start && isGivenUp(parts, outcome, failures)) return parts.outbox.remove(item.id);
  const { outbox, onConnection, onOutcome, nowMs, random, pause } = parts;
  switch (outcome.kind) {
    case 'answered': {
      const { conversationId, replies } = outcome;
      outbox.change(item, { delivery: { state: 'answered', conversationId, replies } });
      break;
    }
    case 'accepted':
      outbox.change(item, { delivery: { state: 'accepted', conversationId: outcome.conversationId } });
      break;
    case 'wait': {
      // A little later than asked: many clients may have been asked for the same second.
      const ms = outcome.ms + random() * 500;
      if (outcome.reason === 'limited') onConnection({ state: 'waiting', untilMs: nowMs() + ms });
      return pause(ms, false);
    }
    case 'retry': {
      onConnection({ state: 'lost', reason: outcome.reason });
      const refused = await askIfRefused(failures, parts.refusal);
      if (refused) return fail(parts, item, refused);
      return pause(backoffMs(failures.all, random), true);
    }
    case 'refused':
      if (outcome.code === 'conversation_not_found' && item.posted.conversationId !== null) {
        // Nothing has run: the text begins another conversation, which is another request.
        outbox.change(item, { posted: null, idempotencyKey: parts.newId() });
        break;
      }
      return fail(parts, item, outcome);
  }
  onConnection({ state: 'good' });
  onOutcome(outcome, item);
}

function isGivenUp({ outbox }: DrainParts, { kind }: PostOutcome, failures: Failures): boolean {
  const isBefore = outbox.list().some(({ start, delivery }) => !start && delivery.state === 'queued');
  if (kind === 'refused' || kind === 'wait') return true;
  return kind === 'retry' && (isBefore || failures.all >= startAttempts);
}

function fail({ outbox, onConnection, onOutcome }: DrainParts, item: OutboxItem, refused: Refused) {
  outbox.change(item, { delivery: { state: 'failed', code: refused.code } });
  onConnection(closedBy(refused) ?? { state: 'good' });
  onOutcome(refused, item);
}
