import type { TurnRecord } from '../../src/contract/queue-records.ts';
import type { Run, RunState } from '../../src/contract/runs.ts';
import type { CommittedTurn, Conversation } from '../../src/domain/conversation.ts';
import { TemporarilyUnavailableError, VersionConflictError } from '../../src/domain/errors.ts';
import { newMessageId } from '../../src/domain/message-ids.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import type { VisitPorts } from '../../src/operations/schedule/visit-conversation.ts';
import { createSettledTurns, markSettledByEvent } from '../../src/operations/turn/settle-turn.ts';
import { flowOf } from './flow-of.ts';
import { messageOf } from './turn-of.ts';

type Stored = Conversation<FlowState>;

/** What becomes of a process's calls: how long each takes, and which is refused, done and not answered, or its last. */
export interface Luck {
  /** By how much its clock is ahead. */
  readonly skewMs: number;
  /** How long each call takes until it has its effect, and until it is answered, by turns. */
  readonly takesMs: readonly number[];
  readonly refused?: number | undefined;
  readonly unanswered?: number | undefined;
  readonly dies?: number | undefined;
}

/** What an event tells. */
interface Told {
  readonly eventId: string;
  readonly data: object;
  readonly run?: RunState;
  readonly endsTurn?: string;
}

/** The longest that a function runs. */
const functionMs = 60_000;
const flow = flowOf(
  { ask: { kind: 'question', text: 'And?', saveAs: 'said', next: 'ask' } },
  { id: 'support' },
);
export const start = Date.UTC(2025, 0, 1);

export const smooth: Luck = { skewMs: 0, takesMs: [5] };
export const name = { tenantId: 'acme', conversationId: 'conversation' };
const markDelayMs = 10_000;

/** One conversation and its surroundings in memory, on the test's own timers; what breaks the rules is noted. */
export class IdleWorld {
  stored: Stored | null = null;
  readonly logged = new Map<string, CommittedTurn>();
  /** What has been announced of the ends of runs. */
  readonly ends: { readonly runId: string; readonly eventId: string; readonly told: object }[] = [];
  /** Each run as it was written last. */
  readonly runs = new Map<string, Run>();
  /** Runs in which something was written after that. */
  readonly wentOn: string[] = [];

  /** The queue's consumer: one record after the other, in their order. */
  serve: (record: TurnRecord, place: string) => Promise<void> = async () => undefined;
  served: Promise<void> = Promise.resolve();
  readonly #queued = new Map<string, string>();

  /** The gateway of a new process, which lives as long as a function may. */
  process({ skewMs, takesMs, refused, unanswered, dies }: Luck): VisitPorts {
    const bornMs = Date.now();
    const nowMs = () => Date.now() + skewMs;
    let calls = 0;
    const call = async <T>(work: () => T): Promise<T> => {
      const n = calls++;
      const pause = (at: number) =>
        new Promise((resolve) => setTimeout(resolve, takesMs[at % takesMs.length] ?? 0));
      const assertAlive = () => {
        if ((dies !== undefined && n >= dies) || Date.now() - bornMs > functionMs)
          throw new Error('the process died');
      };
      await pause(2 * n);
      assertAlive();
      if (n === refused) throw new TemporarilyUnavailableError();
      const result = work();
      await pause(2 * n + 1);
      assertAlive();
      if (n === unanswered) throw new TemporarilyUnavailableError();
      return result;
    };
    const idle = async () => undefined;
    const gateway = {
      nowMs,
      random: () => 0,
      pause: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)),
      settled: createSettledTurns(nowMs),
      log: { info: idle, warn: idle, error: idle },
      metrics: { count: idle, time: idle },
      deadlines: { within: <T>(_: number, work: () => Promise<T>) => work() },
      directory: { findFlow: async () => flow, findTenant: async () => ({ id: 'acme', status: 'active' }) },
      deadLetters: { keep: idle },
      centers: { wake: idle },
      continuations: { send: (record: TurnRecord) => call(() => this.#queue(record)) },
      bus: { publish: (events: readonly { detail: object }[]) => call(() => this.#publish(events)) },
      turnLog: {
        record: (turns: readonly CommittedTurn[]) =>
          call(() => {
            for (const turn of turns) this.logged.set(turn.turnId, turn);
          }),
        read: (_: string, __: string, after: string | null) =>
          call(() =>
            this.log().filter(
              ({ inbound, replies }) => ((replies.at(-1) ?? inbound)?.id ?? '') > (after ?? ''),
            ),
          ),
      },
      conversations: {
        find: () => call(() => structuredClone(this.stored)),
        save: (next: Stored) => call(() => this.#save(next)),
        markSettled: (before: Stored, after: Pick<Stored, 'outbox' | 'dueAtMs'>) =>
          call(() => {
            const { stored } = this;
            const isSame = JSON.stringify(stored?.outbox) === JSON.stringify(before.outbox);
            if (stored?.version !== before.version || !isSame) return false;
            this.stored = { ...stored, ...after };
            return true;
          }),
      },
    };
    return gateway as unknown as VisitPorts;
  }

  /** What was said, in its order. */
  log(): CommittedTurn[] {
    return [...this.logged.values()].sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** As the queue: what is sent again is taken for the same. */
  #queue(record: TurnRecord): string {
    const known = this.#queued.get(record.turnId);
    if (known) return known;
    const place = String(1_000 + this.#queued.size);
    this.#queued.set(record.turnId, place);
    this.served = this.served.then(() => this.serve(record, place));
    return place;
  }

  #publish(events: readonly { readonly detail: object }[]): void {
    for (const { detail } of events) {
      const { eventId, data, run, endsTurn, ...rest } = detail as Told;
      if (endsTurn)
        setTimeout(() => void markSettledByEvent(this.process(smooth), name, [endsTurn]), markDelayMs);
      if (!run || !('outcome' in data)) continue;
      const { v: _, ...told } = run;
      this.ends.push({ runId: told.id, eventId, told: { ...rest, data, told } });
    }
  }

  #save(next: Stored): void {
    if ((this.stored?.version ?? 0) !== next.version - 1) throw new VersionConflictError();
    const { run } = next;
    const isOver = this.ends.some(({ runId }) => runId === run?.id);
    // An appointment may be moved still: nothing is said in it.
    const isMoved = JSON.stringify(run) === JSON.stringify(this.stored?.run);
    if (isOver && run?.outcome === undefined && !isMoved) this.wentOn.push(String(run?.id));
    if (run) this.runs.set(run.id, run);
    this.stored = structuredClone(next);
  }
}

const placeOf = ({ inbound, replies }: CommittedTurn) => (inbound ?? replies[0])?.seq ?? 0;

/** A message of the visitor. */
export function recordOf(text: string, receivedAtMs: number): TurnRecord {
  const receivedAt = new Date(receivedAtMs).toISOString();
  return {
    kind: 'turn',
    turnId: `turn-of-${text}`,
    message: messageOf(text, {
      messageId: newMessageId(
        () => receivedAtMs,
        () => 0.5,
      ),
      receivedAt,
    }),
    flowId: 'support',
    sessionId: 'session',
    idleMinutes: 1,
    retentionDays: 30,
  };
}
