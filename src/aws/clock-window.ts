import { crc32 } from 'node:zlib';

/** One of the windows that follow each other without a gap, the same for whoever has the same time. */
export interface ClockWindow {
  /** How many have been before it. */
  readonly number: number;
  readonly endMs: number;
}

/** The window that a name is counted in now; each name's begin at another moment, or all would be drawn from at once. */
export function clockWindow(name: string, windowMs: number, nowMs: number): ClockWindow {
  const phaseMs = crc32(name) % windowMs;
  const number = Math.floor((nowMs - phaseMs) / windowMs);
  return { number, endMs: (number + 1) * windowMs + phaseMs };
}
