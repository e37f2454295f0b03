import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
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
  const key = createHash('sha256').update(JSON.stringify(shape)).digest('base64');
  if (seen.has(key)) return;
  seen.add(key);
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(exchange)}\n`);
}

/** The names in a value, in lists each once. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOf(one))))].sort();
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([key, member]) => [key, shapeOf(member)]);
}
