import type { PollResponse } from '../contract/poll.ts';
import type { ChatState } from './chat-state.ts';
import type { Connection } from './connection.ts';
import { catchUp, type FollowParts, followConversation } from './follow-conversation.ts';
import type { GatewayClient, Refused } from './gateway-client.ts';
import type { Pauses } from './pauses.ts';

export interface ReaderParts {
  readonly state: ChatState;
  readonly client: GatewayClient;
  readonly pauses: Pauses;
  /** Runs the work while no other tab does. */
  readonly alone: (work: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  readonly onRead: (response: PollResponse, since: number) => void;
  readonly onRefused: (refused: Refused) => void;
  readonly onConnection: (connection: Connection) => void;
}

/** Clocks differ: what is far away is asked for again after this. */
const longestPauseMs = 5 * 60_000;

/** Keeps the transcript up to date: reads what is there, then waits for more if no other tab does. */
export class ChatReader {
  readonly #parts: ReaderParts;
  #running: AbortController | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Starts or stops as it is wanted now; `restart` begins anew, with another conversation or after a gap. */
  update(restart = false): void {
    const wanted = this.#isWanted();
    if (restart || !wanted) this.stop();
    this.#lookLater();
    const { conversationId } = this.#parts.state;
    if (!wanted || this.#running || conversationId === null) return;
    const running = new AbortController();
    this.#running = running;
    void this.#run(conversationId, running.signal).finally(() => {
      if (this.#running === running) this.#running = null;
    });
  }

  stop(): void {
    clearTimeout(this.#later);
    this.#running?.abort();
    this.#running = null;
  }

  /** The gateway has said when something is due: a wait of the flow is over then, or a reminder. */
  #lookLater(): void {
    const { state } = this.#parts;
    clearTimeout(this.#later);
    const pauseMs = (state.nextAtMs ?? 0) - Date.now();
    if (pauseMs <= 0) return;
    const look = () => {
      state.nextAtMs = 0;
      this.update();
    };
    this.#later = setTimeout(look, Math.min(pauseMs, longestPauseMs));
  }

  /** While something may come and someone may be looking, or an answer is due. */
  #isWanted(): boolean {
    const { state } = this.#parts;
    const { transcript, lines } = state;
    const isWaiting = state.isWaiting();
    const isOver = transcript.status === 'completed' && transcript.lastSeq() > 0 && !isWaiting;
    const isWatched = !document.hidden || transcript.status === 'handoff' || isWaiting;
    const isDue = state.nextAtMs !== null && state.nextAtMs <= Date.now();
    const mayCome = isDue || isWaiting || transcript.hasGap();
    return lines.read.state !== 'unavailable' && !isOver && isWatched && mayCome;
  }

  async #run(conversationId: string, signal: AbortSignal): Promise<void> {
    const { state, client, pauses, alone, onRead, onRefused, onConnection } = this.#parts;
    const { transcript, identity } = state;
    let since = transcript.now();
    const follower: FollowParts = {
      read(wait, stop) {
        since = transcript.now();
        return client.poll(
          {
            sessionId: identity.sessionId(),
            conversationId,
            after: transcript.lastId(),
            wait,
            handoffTag: wait && transcript.status === 'handoff' ? (state.handoff?.tag ?? '') : null,
          },
          stop,
        );
      },
      refusal: () => client.refusal(),
      onRead: (response) => onRead(response, since),
      onRefused,
      onConnection,
      pause: (ms, hurry) => pauses.pause(ms, hurry, signal),
      random: Math.random,
    };
    if (!(await catchUp(follower, signal))) return;
    await alone(() => followConversation(follower, signal), signal);
  }
}
