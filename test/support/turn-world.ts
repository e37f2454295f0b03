import { fromItem, toItem } from '../../src/aws/conversations-table.ts';
import type { FlowDefinition } from '../../src/contract/flow.ts';
import { limits } from '../../src/contract/limits.ts';
import type { TurnRecord } from '../../src/contract/queue-records.ts';
import type { CommittedTurn, Conversation } from '../../src/domain/conversation.ts';
import { GatewayError, VersionConflictError } from '../../src/domain/errors.ts';
import { newMessageId } from '../../src/domain/message-ids.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { processRecord, type RecordPorts } from '../../src/operations/turn/process-record.ts';
import { runTurn } from '../../src/operations/turn/run-turn.ts';
import { createSettledTurns } from '../../src/operations/turn/settle-turn.ts';
import { awaitTurn } from '../../src/operations/web-chat/answer-turn.ts';
import type { HttpClientRequest, LlmRequest } from '../../src/ports/http-client.ts';
import { messageOf } from './turn-of.ts';

type Stored = Conversation<FlowState>;
type Item = Record<string, unknown>;

export const name = { tenantId: 'acme', conversationId: 'conversation' };
/** How long a call to a service of AWS takes, half of it until it has its effect. */
const callMs = 4;
const functionMs = 60_000;
const commitTimeMs = 1_500;
const retryMs = 1_000;

/** What is called outside, and how long it takes to answer. */
export interface Outside {
  readonly takesMs: number;
  /** How long an `http` step takes, if something else. */
  readonly httpMs?: number;
  /** What a model answers after it has been asked so often. */
  readonly tools?: number;
}

/**
 * One conversation and its surroundings in memory, on the timers of the test, with the items as DynamoDB holds them. Each
 * process of the slow turn stops before the effect of each of its calls: there the test may do anything.
 */
export class TurnWorld {
  /** As stored, attribute by attribute. */
  item: Item | null = null;
  readonly logged = new Map<string, CommittedTurn>();
  /** The keys of all calls outside, as they were begun. */
  readonly calls: string[] = [];
  /** Calls outside that a request began and cut off. */
  readonly cutOff: string[] = [];
  /** Done at each point of the slow turn, by its number. */
  atPoint: (point: number) => Promise<void> = async () => undefined;
  points = 0;
  /** The point at which the slow turn was first stored. */
  beginsAtPoint = Number.POSITIVE_INFINITY;
  readonly #flow: FlowDefinition;
  readonly #outside: Outside;
  readonly #queue: { readonly record: TurnRecord; readonly place: string }[] = [];
  readonly #queued = new Set<string>();
  #serving = false;
  #sent = 0;

  constructor(flow: FlowDefinition, outside: Outside) {
    this.#flow = flow;
    this.#outside = outside;
  }

  get stored(): Stored | null {
    return this.item && fromItem<FlowState>(structuredClone(this.item));
  }

  /** A message of the visitor, answered by a request as the web chat's function does it, or put on the queue. */
  async say(text: string, { slow = false } = {}): Promise<'answered' | 'pending' | 'failed'> {
    const record = recordOf(text, Date.now());
    const gateway = this.process(slow);
    const untilMs = Date.now() + limits.slowReplyMs;
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), limits.slowReplyMs);
    try {
      const result = await runTurn(gateway, record, {
        ...{ from: 'request', signal: patience.signal, callsEndByMs: untilMs },
        deadlineMs: Date.now() + limits.handlerTimeoutMs - commitTimeMs,
      });
      if (result.outcome === 'committed') return 'answered';
      const ended = await awaitTurn(gateway as never, record, result, untilMs);
      return 'committed' in ended ? 'answered' : 'pending';
    } catch (error) {
      // A visitor's client sends it again: here it need not.
      if (!(error instanceof GatewayError)) throw error;
      return 'failed';
    } finally {
      clearTimeout(timer);
    }
  }

  /** A message of a chat app: nobody waits for its answer. */
  enqueue(text: string): void {
    this.#send(recordOf(text, Date.now()), `turn-of-${text}`);
  }

  /** What was said, in the order of the log. */
  log() {
    return [...this.logged.values()]
      .flatMap(({ inbound, replies }) => [...(inbound ? [inbound] : []), ...replies])
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The gateway of a process; its calls are points of the slow turn, or nobody's. */
  process(isSlow = false): RecordPorts {
    const call = async <T>(work: () => T): Promise<T> => {
      await this.#point(isSlow);
      const result = work();
      await pause(callMs / 2);
      return result;
    };
    const idle = async () => undefined;
    const nowMs = Date.now;
    const ports = {
      ...{ nowMs, random: () => 0.5, pause, settled: createSettledTurns(nowMs) },
      log: { info: idle, warn: idle, error: idle },
      metrics: { count: idle, time: idle },
      deadlines: { within: <T>(_: number, work: () => Promise<T>) => work() },
      directory: {
        findFlow: async () => this.#flow,
        findTenant: async () => ({ id: 'acme', name: 'Acme', status: 'active', queues: [] }),
      },
      deadLetters: { keep: idle },
      centers: { wake: idle },
      bus: { publish: () => call(() => undefined) },
      typing: { read: async () => ({ agent: false, visitor: false }), note: idle },
      inboxIndex: { queue: async () => [] },
      pollAllowance: { take: async () => ({ ok: true }) },
      presence: { isThere: async () => true },
      records: { find: async () => null },
      continuations: { send: (record: TurnRecord, id: string) => call(() => this.#send(record, id)) },
      queue: { send: (record: TurnRecord, id: string) => call(() => this.#send(record, id)) },
      http: { send: (request: HttpClientRequest) => this.#answer(request) },
      llm: { complete: (request: LlmRequest) => this.#complete(request) },
      turnLog: this.#turnLog(call),
      conversations: this.#conversations(call),
    };
    return ports as unknown as RecordPorts;
  }

  async #point(isSlow: boolean): Promise<void> {
    await pause(callMs / 2);
    if (!isSlow) return;
    const point = this.points;
    this.points += 1;
    await this.atPoint(point);
  }

  async #answer({ headers, signal }: HttpClientRequest) {
    const { takesMs, httpMs = takesMs } = this.#outside;
    await this.#outsideCall(`http ${headers['idempotency-key']}`, signal, httpMs);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{"is":"ready"}' };
  }

  async #complete({ rounds = [], signal }: LlmRequest) {
    await this.#outsideCall(`llm ${rounds.length}`, signal, this.#outside.takesMs);
    if (rounds.length >= (this.#outside.tools ?? 0)) return { text: 'It is ready.' };
    return { text: '', calls: [{ id: String(rounds.length), name: 'look', arguments: {} }] };
  }

  async #outsideCall(key: string, signal: AbortSignal | undefined, takesMs: number): Promise<void> {
    this.calls.push(key);
    await this.#point(true);
    const untilMs = Date.now() + takesMs;
    await pause(takesMs / 2);
    await this.#point(true);
    await pause(Math.max(0, untilMs - Date.now()));
    if (signal?.aborted) this.cutOff.push(key);
  }

  #turnLog(call: <T>(work: () => T) => Promise<T>) {
    return {
      record: (turns: readonly CommittedTurn[]) =>
        call(() => {
          for (const turn of turns) this.logged.set(turn.turnId, structuredClone(turn));
        }),
      read: (_: string, __: string, after: string | null, limit: number) =>
        call(() =>
          [...this.logged.values()]
            .filter((turn) => lastId(turn) > (after ?? ''))
            .sort((a, b) => (lastId(a) < lastId(b) ? -1 : 1))
            .slice(0, limit),
        ),
      findAnswer: async () => null,
      rememberPending: async () => undefined,
    };
  }

  #conversations(call: <T>(work: () => T) => Promise<T>) {
    const isStored = ({ version }: Stored) => (this.item?.version ?? 0) === version;
    return {
      find: () => call(() => this.stored),
      save: (next: Stored) =>
        call(() => {
          if (Number(this.item?.version ?? 0) !== next.version - 1) throw new VersionConflictError();
          this.item = structuredClone(toItem(next));
          if (next.openTurn?.record.turnId === 'turn-of-slow')
            this.beginsAtPoint = Math.min(this.beginsAtPoint, this.points);
        }),
      clearOutbox: (stored: Stored) =>
        call(() => {
          if (this.item && isStored(stored)) delete this.item.outbox;
        }),
      markSettled: (before: Stored, after: Pick<Stored, 'outbox' | 'dueAtMs'>) =>
        call(() => {
          const { stored } = this;
          if (!stored || !isStored(before)) return false;
          if (JSON.stringify(stored.outbox) !== JSON.stringify(before.outbox)) return false;
          this.item = structuredClone(toItem({ ...stored, ...after }));
          return true;
        }),
      enterPoll: ({ pollers }: Stored, pollId: string) =>
        call(() => {
          if (this.item) this.item.pollers = [pollId, ...pollers].slice(0, limits.conversationPolls);
        }),
    };
  }

  #send(record: TurnRecord, id: string): string {
    this.#sent += 1;
    const place = String(1_000 + this.#sent);
    if (this.#queued.has(id)) return place;
    this.#queued.add(id);
    this.#queue.push({ record: structuredClone(record), place });
    if (!this.#serving) void this.#serve();
    return place;
  }

  /** The records of one group, one after the other; what fails comes again. */
  async #serve(): Promise<void> {
    this.#serving = true;
    for (let receives = 1; ; receives += 1) {
      const [next] = this.#queue;
      if (!next) break;
      const { record, place } = next;
      const isSlow = record.turnId === 'turn-of-slow';
      const options = { receives, place, untilMs: Date.now() + functionMs };
      const isDone = await processRecord(this.process(isSlow), record, options).then(
        () => true,
        () => false,
      );
      if (isDone) this.#queue.shift();
      if (isDone) receives = 0;
      else await pause(retryMs);
    }
    this.#serving = false;
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const lastId = ({ inbound, replies }: CommittedTurn) => (replies.at(-1) ?? inbound)?.id ?? '';

function recordOf(text: string, receivedAtMs: number): TurnRecord {
  const messageId = newMessageId(
    () => receivedAtMs,
    () => 0.5,
  );
  return {
    kind: 'turn',
    turnId: `turn-of-${text}`,
    message: messageOf(text, { messageId, receivedAt: new Date(receivedAtMs).toISOString() }),
    ...{ flowId: 'support', sessionId: 'session', idleMinutes: 60, retentionDays: 30 },
  };
}
