import { AsyncLocalStorage } from 'node:async_hooks';
import type { Joining } from '../ports/log.ts';
import { type Figure, metricFields } from './metric-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Writes a line of the log. */
type WriteLine = (message: string, fields: Fields) => void;

/** What was said of one request or record, and is not written yet. */
interface Said {
  readonly messages: readonly string[];
  readonly fields: Fields;
  readonly write: WriteLine;
}

/** The line of one request or record, while it grows. */
class OneLine {
  readonly figures: Figure[] = [];
  #said: Said | null = null;

  /** Takes a message up; what contradicts it was said of something else, and is written first. */
  say(message: string, fields: Fields, write: WriteLine, joining?: Joining): void {
    const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    if (this.#said && contradict(this.#said.fields, known)) this.#writeSaid({});
    this.#said = {
      messages: joined(this.#said?.messages ?? [], message, joining),
      fields: { ...this.#said?.fields, ...known },
      write,
    };
  }

  /** Writes what was said, the metrics with it; these on a line of their own where nothing was said. */
  end(writeMetrics: (fields: Fields) => void): void {
    const metrics = metricFields(this.figures);
    const isOne = this.#said !== null && !contradict(this.#said.fields, metrics);
    this.#writeSaid(isOne ? metrics : {});
    if (!isOne && '_aws' in metrics) writeMetrics(metrics);
  }

  #writeSaid(metrics: Fields): void {
    if (!this.#said) return;
    const { messages, fields, write } = this.#said;
    this.#said = null;
    const before = messages.slice(0, -1);
    write(messages.at(-1) ?? '', { ...(before.length > 0 && { after: before }), ...fields, ...metrics });
  }
}

const lines = new AsyncLocalStorage<OneLine>();

/** The line of the request or record that the caller works for; undefined outside of any. */
export const ownLine = (): OneLine | undefined => lines.getStore();

/**
 * Runs the work for one request or record, whose messages of level INFO and metrics become one line: CloudWatch charges
 * for bytes, and most of those of a line are the same in the next. Warnings and errors are written at once.
 */
export async function inOneLine<T>(work: () => Promise<T>): Promise<T> {
  const line = new OneLine();
  try {
    return await lines.run(line, work);
  } finally {
    line.end((fields) => process.stdout.write(`${JSON.stringify(fields)}\n`));
  }
}

function joined(before: readonly string[], message: string, joining?: Joining): readonly string[] {
  if (joining === 'if-alone') return before.length > 0 ? before : [message];
  return [...before.filter((other) => other !== joining?.insteadOf), message];
}

function contradict(one: Fields, other: Fields): boolean {
  return Object.entries(other).some(([name, value]) => Object.hasOwn(one, name) && one[name] !== value);
}
