import type { Readable } from 'node:stream';
import type { StartPreview } from './flow-preview.ts';

/** What a command has of the process that it runs in. */
export interface Io {
  /** Prints a result, which may go into a pipe. */
  out(text: string): void;
  /** Prints progress, hints and errors. */
  err(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: Readable;
  readonly nowMs: () => number;
  /** Resolves when the command is to stop, by Ctrl-C; one that doesn't ask is ended by it. */
  readonly interrupted: () => Promise<void>;
  readonly startPreview: StartPreview;
  /** The folder of the flows that an author may begin with. */
  readonly templatesFolder: string;
  /** The folder of the JSON Schemas that editors read. */
  readonly schemasFolder: string;
  /** Whether somebody is there to answer a question. */
  readonly isTerminal: boolean;
  /** Where to write in color. */
  readonly colors: { readonly out: boolean; readonly err: boolean };
}

/** Prints a result for a person, or the whole of it as JSON for a program. */
export function printResult(io: Io, json: boolean | undefined, text: string, data: unknown): void {
  io.out(json ? JSON.stringify(data, null, 2) : text);
}
