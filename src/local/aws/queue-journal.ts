import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeWholeFile } from '../write-whole-file.ts';

/** Input of a SendMessage call. */
const sendRequest = z.looseObject({ QueueUrl: z.string() });
export type SendRequest = z.infer<typeof sendRequest>;

/** `{"sent":"id","request":{"QueueUrl":"…","MessageBody":"…"}}` or `{"deleted":"id"}` */
const journalLine = z.union([
  z.object({ sent: z.string(), request: sendRequest }),
  z.object({ deleted: z.string() }),
]);
type JournalLine = z.infer<typeof journalLine>;

/** Messages sent and not yet deleted, in a file that is appended to before a call is answered. */
export interface QueueJournal {
  append(lines: readonly JournalLine[]): void;
  /** Replaces everything by these messages, at once. */
  rewrite(messages: ReadonlyMap<string, SendRequest>): void;
}

const linesBetweenRewrites = 10_000;

/** Opens a journal. It must be rewritten before it is appended to, which takes away a line that a kill cut off. */
export function openQueueJournal(file: string): QueueJournal {
  let appended = 0;
  const rewrite = (messages: ReadonlyMap<string, SendRequest>) => {
    writeWholeFile(file, toText([...messages].map(([sent, request]) => ({ sent, request }))));
    appended = 0;
  };
  return {
    rewrite,
    append(lines) {
      appendFileSync(file, toText(lines), { mode: 0o600 });
      appended += lines.length;
      if (appended >= linesBetweenRewrites) rewrite(readQueueJournal(file));
    },
  };
}

/**
 * What was sent and not deleted, in the order of sending. The last line may be cut off by a kill: it was never
 * acknowledged.
 * @throws Error for any other line that is none of the journal's
 */
export function readQueueJournal(file: string): Map<string, SendRequest> {
  if (!existsSync(file)) return new Map();
  const texts = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const lines = texts.map((text, n) => parseLine(text, `${file}:${n + 1}`));
  // A message may be deleted before its sender has heard of it, and so before the line that says it was sent.
  const deleted = new Set(lines.flatMap((line) => ('deleted' in line ? [line.deleted] : [])));
  return new Map(
    lines.flatMap((line) =>
      'sent' in line && !deleted.has(line.sent) ? [[line.sent, line.request] as const] : [],
    ),
  );
}

function parseLine(text: string, place: string): JournalLine {
  try {
    return journalLine.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`the queue's journal is damaged at ${place}`, { cause });
  }
}

const toText = (lines: readonly JournalLine[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
