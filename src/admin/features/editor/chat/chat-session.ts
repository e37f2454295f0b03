import { createStore } from 'zustand/vanilla';
import type { FlowScript, Setting } from '../../../../engine/flow-script.ts';
import type { Simulation } from '../../../../engine/rehearse.ts';
import type { FlowToTry } from './chat-messages.ts';
import type { ChatWorker } from './chat-worker.ts';
import type { Call, ChatAction, ChatTurn, Played, TurnToPlay } from './play-turn.ts';

/** A call of the flow that waits for its answer. */
export interface Asked {
  readonly call: Call;
  readonly answer: (played: Played, isKept: boolean) => void;
}

export interface ChatState {
  readonly turns: readonly ChatTurn[];
  /** The turn in progress, if any. */
  readonly doing: ChatAction | null;
  readonly asked: Asked | null;
  /** Why the last thing could not even begin. */
  readonly failure: string | null;
  /** Steps whose calls get the same simulated response every time. */
  readonly kept: ReadonlyMap<string, Played>;
}

/** Runs a turn on the server, where services are called for real. */
export type PlayForReal = (
  turn: Omit<TurnToPlay, 'flow' | 'others'>,
  llm: readonly Played[],
) => Promise<ChatTurn>;

const empty: ChatState = {
  ...{ turns: [], doing: null, asked: null, failure: null },
  kept: new Map(),
};

/** A test chat: the conversation so far, and the source of external responses. */
export class ChatSession {
  readonly state = createStore<ChatState>(() => empty);
  #worker: ChatWorker | null = null;
  readonly #openWorker: () => ChatWorker;

  constructor(openWorker: () => ChatWorker) {
    this.#openWorker = openWorker;
  }

  get #state(): ChatState {
    return this.state.getState();
  }

  /** Plays an action. @param real replaces the engine in the page */
  async play(
    flow: FlowToTry,
    action: ChatAction,
    setting: Setting | undefined,
    real?: PlayForReal | undefined,
  ): Promise<void> {
    if (this.#state.doing) return;
    const from = 'begin' in action ? null : (this.#state.turns.at(-1)?.standing ?? null);
    await this.#playOne(flow, { from, setting, action }, (call) => this.#answer(call), real);
  }

  /** Restarts and sends the same messages. Services respond as before, in that order; later calls ask the author. */
  async replay(flow: FlowToTry): Promise<void> {
    const { turns, doing } = this.#state;
    if (doing) return;
    const answers: Played[] = turns.flatMap(({ http, llm }) => [
      ...http.map((one): Played => ({ http: one })),
      ...llm.map((one): Played => ({ llm: one })),
    ]);
    const again = async (call: Call) => {
      const at = answers.findIndex((played) => call.kind in played);
      return answers.splice(at, at === -1 ? 0 : 1)[0] ?? (await this.#answer(call));
    };
    this.state.setState({ turns: [] });
    let from: Simulation | null = null;
    for (const { action, setting } of turns) {
      const done = await this.#playOne(flow, { from, setting, action }, again);
      if (!done) return;
      from = done.standing;
    }
  }

  /** The script with what the flow does now as its expectations. @throws Error when the flow raises */
  async record(flow: FlowToTry, script: FlowScript): Promise<FlowScript> {
    this.#worker ??= this.#openWorker();
    return await this.#worker.ask<'record'>({ do: 'record', flow, script });
  }

  /** Deletes a step's saved response, so that it asks again. */
  forget(stepId: string): void {
    const kept = new Map(this.#state.kept);
    kept.delete(stepId);
    this.state.setState({ kept });
  }

  restart(): void {
    this.close();
    this.state.setState({ ...empty, kept: this.#state.kept });
  }

  close(): void {
    const worker = this.#worker;
    this.#worker = null;
    worker?.stop();
  }

  async #playOne(
    flow: FlowToTry,
    turn: Omit<TurnToPlay, 'flow' | 'others'>,
    ask: (call: Call) => Promise<Played>,
    real?: PlayForReal,
  ): Promise<ChatTurn | null> {
    this.state.setState({ doing: turn.action, failure: null });
    this.#worker ??= this.#openWorker();
    const worker = this.#worker;
    try {
      const kept = [...this.#state.kept.values()];
      const done = real ? await real(turn, kept) : await worker.ask<'play'>({ do: 'play', flow, turn }, ask);
      if (this.#worker !== worker) return null;
      this.state.setState({ turns: [...this.#state.turns, done], doing: null, asked: null });
      return done;
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      if (this.#worker === worker) this.state.setState({ doing: null, asked: null, failure });
      return null;
    }
  }

  async #answer(call: Call): Promise<Played> {
    const kept = this.#state.kept.get(call.stepId);
    if (kept && call.kind in kept) return kept;
    return new Promise((resolve) => {
      const answer = (played: Played, isKept: boolean) => {
        if (isKept) this.state.setState({ kept: new Map(this.#state.kept).set(call.stepId, played) });
        this.state.setState({ asked: null });
        resolve(played);
      };
      this.state.setState({ asked: { call, answer } });
    });
  }
}
