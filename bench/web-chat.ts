#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';

/** Measures the latency of plain turns over HTTP against the local stack, which runs in a process of its own. */

const concurrencies = [1, 10, 50];
const turnsEach = 20;

async function start() {
  const child = spawn(process.execPath, ['bin/start.ts', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) return { url: line.slice('ready '.length), child };
  }
  throw new Error('the gateway did not start');
}

async function turn(url: string, session: string, text: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/v1/webchat/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-tenant-id': 'globex',
      'x-widget-id': 'globex-web',
      'x-session-id': session,
      'x-idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ text, attachments: [], user: { id: 'bench' } }),
  });
  await response.text();
  if (response.status !== 200) throw new Error(`a turn was answered with ${response.status}`);
  return performance.now() - startedAt;
}

function percentile(sorted: readonly number[], share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
}

async function measure(url: string, concurrency: number): Promise<void> {
  const perVisitor = Math.max(2, Math.floor((turnsEach * 10) / concurrency));
  const startedAt = performance.now();
  const latencies = await Promise.all(
    Array.from({ length: concurrency }, async () => {
      const own: number[] = [];
      let session = randomUUID();
      for (let n = 0; n < perVisitor; n += 1) {
        // A session may send 30 a minute.
        if (n % turnsEach === 0) session = randomUUID();
        own.push(await turn(url, session, '7'));
      }
      return own;
    }),
  );
  const sorted = latencies.flat().sort((a, b) => a - b);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${String(concurrency).padStart(3)} at once: ${sorted.length} turns, ${(sorted.length / seconds).toFixed(0)} a second, ` +
      `p50 ${percentile(sorted, 0.5)} ms, p95 ${percentile(sorted, 0.95)} ms, p99 ${percentile(sorted, 0.99)} ms`,
  );
}

const { url, child } = await start();
try {
  for (const concurrency of concurrencies) await measure(url, concurrency);
} finally {
  child.kill('SIGTERM');
}
