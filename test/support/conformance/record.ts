import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BusEvent } from '../../../src/local/aws/event-bus.ts';
import type { Exchange } from './exchange.ts';

const folder = process.env.RECORD_EXCHANGES;
const seen = new Set<string>();

/** Where a run is recorded, keeps one exchange of each shape: the fields, headers, statuses and codes that it shows. */
export function record(exchange: Exchange): void {
  if (!folder) return;
  const { route, status, query, headers, body, answerHeaders, answer } = exchange;
  const told = answer.startsWith('{') ? JSON.parse(answer) : null;
  const shape = [
    ...[route, status, Object.keys(query), Object.keys(headers), Object.keys(answerHeaders)],
    ...[shapeOf(body), shapeOf(told), told?.code],
  ];
  keep('exchanges', shape, exchange);
}

/** Keeps one event of each shape, likewise. */
export function recordEvent(event: BusEvent): void {
  if (folder) keep('events', [event['detail-type'], shapeOf(event.detail)], event);
}

function keep(kind: 'exchanges' | 'events', shape: readonly unknown[], what: object): void {
  const key = createHash('sha256').update(JSON.stringify(shape)).digest('base64');
  if (seen.has(key)) return;
  seen.add(key);
  mkdirSync(folder ?? '', { recursive: true });
  appendFileSync(join(folder ?? '', `${process.pid}.${kind}.jsonl`), `${JSON.stringify(what)}\n`);
}

/** What was recorded into a folder. */
export const recorded = <Kind extends 'exchanges' | 'events'>(from: string, kind: Kind) =>
  readdirSync(from)
    .filter((file) => file.endsWith(`.${kind}.jsonl`))
    .flatMap((file) => readFileSync(join(from, file), 'utf8').trim().split('\n'))
    .map((line): Kind extends 'events' ? BusEvent : Exchange => JSON.parse(line));

/** The names in a value, in lists each once. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))].sort();
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([key, member]) => [key, shapeOf(member)]);
}
