/** A clock that tests move, also as environments in other threads see it. */
export interface VirtualClock {
  nowMs(): number;
  advance(ms: number): void;
  /** One number, in milliseconds: how far the clock is ahead of the machine's. */
  readonly offsetMs: Float64Array<SharedArrayBuffer>;
}

/** A clock that goes with the machine's until it is moved ahead. */
export function createVirtualClock(): VirtualClock {
  const offsetMs = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
  const aheadMs = () => offsetMs[0] ?? 0;
  return {
    offsetMs,
    nowMs: () => Date.now() + aheadMs(),
    advance(ms) {
      offsetMs[0] = aheadMs() + ms;
    },
  };
}
