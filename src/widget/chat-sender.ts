import { randomUuid } from '../browser/random-uuid.ts';
import { backoffMs } from './backoff.ts';
import type { ChatState } from './chat-state.ts';
import type { Connection } from './connection.ts';
import { drainOutbox } from './drain-outbox.ts';
import type { GatewayClient, PostOutcome } from './gateway-client.ts';
import type { OutboxItem } from './outbox.ts';
import type { Pauses } from './pauses.ts';

export interface SenderParts {
  readonly state: ChatState;
  readonly client: GatewayClient;
  readonly pauses: Pauses;
  /** Data sent with a message. */
  readonly metadata: () => Record<string, unknown>;
  /** Runs the work while no other tab does. */
  readonly alone: (work: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  readonly onOutcome: (outcome: PostOutcome, item: OutboxItem) => void;
  readonly onConnection: (connection: Connection) => void;
}

/** Empties the outbox whenever something is queued, in one tab at a time. */
export class ChatSender {
  readonly #parts: SenderParts;
  readonly #life = new AbortController();
  #running = false;
  #failures = 0;

  constructor(parts: SenderParts) {
    this.#parts = parts;
  }

  update(): void {
    const isQueued = this.#parts.state.outbox.list().some(({ delivery }) => delivery.state === 'queued');
    if (this.#running || this.#life.signal.aborted || !isQueued) return;
    this.#running = true;
    void this.#work();
  }

  async #work(): Promise<void> {
    const { alone, pauses } = this.#parts;
    try {
      await alone(() => this.#send(), this.#life.signal);
      this.#failures = 0;
    } catch (error) {
      reportError(error);
      this.#failures += 1;
      await pauses.pause(backoffMs(this.#failures, Math.random), true);
    }
    this.#running = false;
    // Something may have been written between the last look and the end of the work.
    this.update();
  }

  stop(): void {
    this.#life.abort();
  }

  #send(): Promise<void> {
    const { state, client, pauses, metadata, onOutcome, onConnection } = this.#parts;
    return drainOutbox({
      outbox: state.outbox,
      metadata,
      post: (request) => client.post(request),
      refusal: () => client.refusal(),
      conversation: () => ({
        id: state.identity.conversationId(),
        visitorId: state.identity.visitorId(),
        sessionId: state.identity.sessionId(),
        lastSeq: state.transcript.lastSeq(),
      }),
      onOutcome,
      onConnection,
      pause: pauses.pause,
      nowMs: Date.now,
      random: Math.random,
      newId: randomUuid,
      signal: this.#life.signal,
    });
  }
}
