import type { NewsKind } from './news.ts';

/** Two notes per kind, in Hz, so that they sound different. */
const notes: Readonly<Record<NewsKind, readonly [number, number]>> = {
  waiting: [660, 880],
  mine: [880, 880],
  assigned: [523, 784],
  mentioned: [784, 523],
};

const noteS = 0.16;
let context: AudioContext | null = null;

/** Prepares the sound: browsers allow none before the first interaction. */
export function readySound(): void {
  try {
    context ??= new AudioContext();
    context.resume().catch(() => undefined);
  } catch {
    // No sound: what else is shown is shown.
  }
}

/** Rings. @param volume 0 to 100 */
export function ring(kind: NewsKind, volume: number): void {
  readySound();
  try {
    if (context) play(context, kind, volume);
  } catch {
    // As above.
  }
}

function play(context: AudioContext, kind: NewsKind, volume: number): void {
  const gain = context.createGain();
  gain.gain.value = volume / 200;
  gain.connect(context.destination);
  for (const [n, hertz] of notes[kind].entries()) {
    const note = context.createOscillator();
    note.frequency.value = hertz;
    note.connect(gain);
    note.start(context.currentTime + n * noteS);
    note.stop(context.currentTime + (n + 1) * noteS - 0.03);
  }
}
