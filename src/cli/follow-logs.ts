import type { FunctionLogs, LogEvent } from '../aws/function-logs.ts';

/** An event, and the function that wrote it. */
export interface FunctionEvent extends LogEvent {
  readonly functionName: string;
}

export interface FollowOptions {
  readonly functions: readonly string[];
  readonly sinceMs: number;
  readonly pattern?: string | undefined;
  /** False reads what there is and ends. */
  readonly follow: boolean;
  readonly pause: (ms: number) => Promise<void>;
  /** Whether to stop before the next call. */
  readonly isOver: () => boolean;
}

/** FilterLogEvents may be called five times a second in an account and region; others look at logs, too. */
const betweenCallsMs = 250;
const betweenRoundsMs = 1_000;
/** Events reach CloudWatch late and out of order: what is this old is read once more. */
const lateMs = 30_000;

/**
 * The events of functions' logs, each once: a round's in the order of their times, then what has come since.
 * @throws what reading throws
 */
export async function* followLogs(
  logs: FunctionLogs,
  options: FollowOptions,
): AsyncGenerator<readonly FunctionEvent[], void> {
  const seen = new Map<string, number>();
  const from = new Map(options.functions.map((name) => [name, options.sinceMs]));
  while (!options.isOver()) {
    const round: FunctionEvent[] = [];
    for (const [functionName, sinceMs] of from) {
      for await (const event of readAll(logs, functionName, sinceMs, options)) {
        if (seen.has(event.id)) continue;
        seen.set(event.id, event.timeMs);
        round.push({ ...event, functionName });
      }
      const latest = round.filter((event) => event.functionName === functionName).at(-1)?.timeMs ?? 0;
      from.set(functionName, Math.max(sinceMs, latest - lateMs));
    }
    if (round.length > 0) yield round.toSorted((a, b) => a.timeMs - b.timeMs);
    if (!options.follow) return;
    const oldest = Math.min(...from.values());
    for (const [id, timeMs] of seen) if (timeMs < oldest) seen.delete(id);
    await options.pause(betweenRoundsMs);
  }
}

async function* readAll(
  logs: FunctionLogs,
  functionName: string,
  sinceMs: number,
  { pattern, pause, isOver }: FollowOptions,
): AsyncGenerator<LogEvent, void> {
  let after: string | undefined;
  do {
    if (isOver()) return;
    const page = await logs.read(functionName, { sinceMs, pattern, after });
    yield* page?.events ?? [];
    after = page?.next;
    await pause(betweenCallsMs);
  } while (after);
}
