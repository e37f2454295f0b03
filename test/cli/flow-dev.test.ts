import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../src/local/listen.ts';
import { type CliRun, copyTenant, editJson, runCli } from '../support/run-cli.ts';

/** What a command prints as it runs. */
function printed() {
  let text = '';
  let look = () => {};
  return {
    print(line: string) {
      text += `${line}\n`;
      look();
    },
    /** Resolves to all that is printed from now on, once it holds a text. */
    until(wanted: string): Promise<string> {
      const from = text.length;
      return new Promise((resolve) => {
        look = () => text.slice(from).includes(wanted) && resolve(text.slice(from));
      });
    },
  };
}

describe('flow dev', () => {
  const lines = printed();
  const stop = Promise.withResolvers<void>();
  const file = join(copyTenant('acme'), 'flows', 'support.json');
  const original = readFileSync(file, 'utf8');
  let ended: Promise<CliRun>;
  let url: string;

  beforeAll(async () => {
    const started = lines.until('Ctrl-C ends');
    ended = runCli(['flow', 'dev', file, '--port', '0'], {
      out: lines.print,
      err: lines.print,
      interrupted: () => stop.promise,
    });
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(await started)?.[0] ?? '';
  });

  afterAll(() => stop.resolve());

  async function say(text: string, session: string): Promise<{ status: number; texts: string[] }> {
    const response = await fetch(`${url}/v1/webchat/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-tenant-id': 'preview',
        'x-widget-id': 'preview',
        'x-session-id': session,
        origin: url,
      },
      body: JSON.stringify({ text, attachments: [], user: { id: '1' } }),
    });
    const { replies = [] } = (await response.json()) as { replies?: { text: string }[] };
    return { status: response.status, texts: replies.map((reply) => reply.text) };
  }

  const saidFirst = async () => (await say('hello', randomUUID())).texts[0];

  async function changing(change: () => void, wanted: string): Promise<string> {
    const told = lines.until(wanted);
    change();
    return await told;
  }

  test('the chat runs the draft at once, also in a conversation that has begun', async () => {
    const session = randomUUID();
    expect((await say('hello', session)).status).toBe(200);
    const greeting = (text: string) => () =>
      editJson(file, (flow) => ({
        ...flow,
        steps: {
          ...(flow.steps as object),
          welcome: { kind: 'message', text, next: 'menu' },
          hours_open: { kind: 'message', text, next: 'more' },
          hours_closed: { kind: 'message', text, next: 'more' },
        },
      }));
    await changing(greeting('Come in.'), 'is served');
    expect(await saidFirst()).toBe('Come in.');
    expect((await say('Opening hours', session)).texts[0]).toBe('Come in.');
    const told = await changing(greeting('Come in, come in.'), 'tests pass');
    expect(told).toContain('FAILED  an order is tracked');
  });

  test('a file with a problem is reported with its line, and the last draft keeps running', async () => {
    const before = await saidFirst();
    const told = await changing(
      () => writeFileSync(file, original.replace('"saveAs": "topic"', '"savAs": "topic"')),
      'savAs',
    );
    expect(told).toMatch(/support\.json:\d+: steps\.menu\.savAs: .*saveAs/);
    expect(await saidFirst()).toBe(before);
    await changing(() => writeFileSync(file, '{ "id": '), 'is not JSON');
    await changing(() => rmSync(file), 'File not found');
    expect(await saidFirst()).toBe(before);
    await changing(() => writeFileSync(file, original), 'is served');
    expect(await saidFirst()).toBe('Hello! This is Acme.');
  });

  test("page and terminal agree, and another machine's host name reaches nothing", async () => {
    const page = await fetch(`${url}/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const news = await fetch(`${url}/preview-events`);
    const chunk = await news.body?.getReader().read();
    expect(new TextDecoder().decode(chunk?.value)).toContain('"state":"ready"');
  });

  test('a port in use and a missing folder are explained', async () => {
    const port = new URL(url).port;
    expect(await runCli(['flow', 'dev', file, '--port', port])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`Port ${port} is in use.`),
    });
    expect(await runCli(['flow', 'dev', '/nowhere/flow.json', '--port', '0'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('File not found: /nowhere'),
    });
  });

  test('Ctrl-C stops it, and nothing listens any more', async () => {
    stop.resolve();
    expect((await ended).code).toBe(0);
    const again = createServer();
    await expect(listen(again, Number(new URL(url).port))).resolves.toBe(url);
    again.close();
  });
});
