import type { PollResponse } from '../contract/poll.ts';
import type { ChatState } from './chat-state.ts';
import type { Connection } from './connection.ts';
import { catchUp, type FollowParts, followConversation } from './follow-conversation.ts';
import type { GatewayClient, Refused } from './gateway-client.ts';
import type { Pauses } from './pauses.ts';
import { pollIntervalMs } from './poll-interval.ts';

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
/** Messages due within this time are fetched together. */
const slackMs = 60_000;

/** Keeps the transcript up to date: loads it when the chat is opened, and polls only while messages may come. */
export class ChatReader {
  readonly #parts: ReaderParts;
  #running: AbortController | null = null;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Starts or stops polling as needed; `restart` starts over, with another conversation or after a gap. */
  update(restart = false): void {
    const { state } = this.#parts;
    if (restart) state.hasRead = false;
    const wanted = this.#isWanted();
    if (restart || !wanted) this.stop();
    this.#lookLater();
    if (!wanted || this.#running || state.conversationId === null) return;
    const running = new AbortController();
    this.#running = running;
    void this.#run(state.conversationId, running.signal).finally(() => {
      if (this.#running !== running) return;
      this.#running = null;
      this.#lookLater();
    });
  }

  /** Loads new messages once: the chat was opened, or the connection is back. */
  look(): void {
    this.#parts.state.isLookedAt = true;
    this.update();
  }

  stop(): void {
    clearTimeout(this.#later);
    this.#running?.abort();
    this.#running = null;
  }

  /** Polls when the gateway said that a message is due: a wait of the flow ends, or a reminder. */
  #lookLater(): void {
    const { state } = this.#parts;
    clearTimeout(this.#later);
    const pauseMs = (state.nextAtMs ?? 0) - Date.now();
    if (pauseMs <= 0) return;
    const isFar = pauseMs > longestPauseMs + slackMs;
    const look = () => {
      if (isFar) state.isLookedAt = true;
      else state.nextAtMs = 0;
      this.update();
    };
    this.#later = setTimeout(look, isFar ? longestPauseMs : pauseMs);
  }

  /** While the chat is visible and messages may come, or a reply is due. */
  #isWanted(): boolean {
    const { state } = this.#parts;
    const { transcript, lines } = state;
    const isAwaited = state.isAnswerDue() || transcript.hasGap();
    const isOver = transcript.status === 'completed' && transcript.lastSeq() > 0 && !isAwaited;
    const isWatched = !document.hidden || transcript.status === 'handoff' || isAwaited;
    const isDue = state.nextAtMs !== null && state.nextAtMs <= Date.now();
    const mayCome = state.isLookedAt || isDue || isAwaited;
    return lines.read.state !== 'unavailable' && !isOver && isWatched && mayCome;
  }

  async #run(conversationId: string, signal: AbortSignal): Promise<void> {
    const { state, alone } = this.#parts;
    const follower = this.#follower(conversationId, signal);
    if (state.isLookedAt || !state.hasRead) {
      if (!(await catchUp(follower, signal))) return;
      state.isLookedAt = false;
      state.hasRead = true;
      if (!this.#isWanted()) return;
    }
    await alone(() => followConversation(follower, signal), signal);
  }

  #follower(conversationId: string, signal: AbortSignal): FollowParts {
    const { state, client, pauses, onRead, onRefused, onConnection } = this.#parts;
    const { transcript, identity } = state;
    let since = transcript.now();
    return {
      read(wait, stop) {
        since = transcript.now();
        const sessionId = identity.sessionId();
        const isSeen = state.hasEmail && identity.readSeq() >= transcript.shownSeq();
        return client.poll({ sessionId, conversationId, after: transcript.lastId(), wait, isSeen }, stop);
      },
      lookAfterMs: () => pollIntervalMs(state.awaited(Date.now())),
      refusal: () => client.refusal(),
      onRead: (response) => onRead(response, since),
      onRefused,
      onConnection,
      pause: (ms, hurry) => pauses.pause(ms, hurry, signal),
      random: Math.random,
    };
  }
}
