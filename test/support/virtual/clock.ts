interface Timer {
  readonly atMs: number;
  readonly resolve: () => void;
}

/** A clock that stands still until it is moved; sleepers wake in order. */
export class SteppedClock {
  #nowMs: number;
  #timers: Timer[] = [];

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  readonly nowMs = (): number => this.#nowMs;

  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => void this.#timers.push({ atMs: this.#nowMs + ms, resolve }));

  /** When the next sleeper wakes. */
  nextMs(): number {
    return Math.min(...this.#timers.map(({ atMs }) => atMs));
  }

  moveTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
    const due = this.#timers.filter((timer) => timer.atMs <= this.#nowMs).sort((a, b) => a.atMs - b.atMs);
    this.#timers = this.#timers.filter((timer) => timer.atMs > this.#nowMs);
    for (const { resolve } of due) resolve();
  }
}
