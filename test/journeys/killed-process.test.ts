import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LogMessage, pollResponse } from '../../src/contract/poll.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['bin/start.ts', '--port', '0', '--data', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('ready ')) return { url: line.slice('ready '.length), child };
  }
  throw new Error('the gateway did not start');
}

const headers = (session: string) => ({
  'content-type': 'application/json',
  'x-tenant-id': 'acme',
  'x-widget-id': 'acme-web',
  'x-session-id': session,
});

/** Talks until the process is gone; remembers what was acknowledged. */
async function talk(url: string, session: string, onAnswer: () => void) {
  const acknowledged: string[] = [];
  let conversationId = '';
  for (let turn = 0; turn < 30; turn += 1) {
    const body = JSON.stringify({ text: `turn ${turn}`, attachments: [], user: { id: 'visitor' } });
    try {
      const response = await fetch(`${url}/v1/webchat/messages`, {
        method: 'POST',
        headers: headers(session),
        body,
      });
      if (response.status !== 200) break;
      const answer = await response.json();
      conversationId = answer.conversationId;
      acknowledged.push(answer.messageId, ...answer.replies.map((reply: { id: string }) => reply.id));
      onAnswer();
    } catch {
      break;
    }
  }
  return { session, conversationId, acknowledged };
}

async function transcriptOf(url: string, session: string, conversationId: string): Promise<LogMessage[]> {
  const transcript: LogMessage[] = [];
  for (;;) {
    const after = transcript.at(-1)?.id ?? '';
    const path = `/v1/webchat/conversations/${conversationId}/messages?wait=0&after=${after}`;
    const { messages } = pollResponse.parse(
      await (await fetch(url + path, { headers: headers(session) })).json(),
    );
    if (messages.length === 0) return transcript;
    transcript.push(...messages);
  }
}

describe('a process killed under load', () => {
  it('has every acknowledged message and reply in its transcripts when it restarts', async () => {
    const first = await start();
    let answers = 0;
    const talks = await Promise.all(
      Array.from({ length: 20 }, () =>
        talk(first.url, randomUUID(), () => {
          answers += 1;
          if (answers === 200) first.child.kill('SIGKILL');
        }),
      ),
    );
    expect(answers).toBeGreaterThanOrEqual(200);
    const second = await start();
    try {
      for (const { session, conversationId, acknowledged } of talks) {
        const transcript = await transcriptOf(second.url, session, conversationId);
        expect(transcript.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
        expect(transcript.map(({ seq }) => seq)).toEqual(transcript.map((_, n) => n + 1));
      }
    } finally {
      second.child.kill('SIGTERM');
    }
  });
});
