import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeServer, listen } from '../../src/local/listen.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

function spawnStart(...args: string[]): ChildProcess & { readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, ['bin/start.ts', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const texts = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'close').then(async ([code]) => {
    const [out, error] = await texts;
    return { code, out, error };
  });
  return Object.assign(child, { ended });
}

async function readyUrl({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('no output');
  for await (const line of createInterface({ input: stdout })) {
    if (line.startsWith('ready ')) return line.slice('ready '.length);
  }
  throw new Error('the gateway did not start');
}

describe('npm start', () => {
  it('--help lists the options', async () => {
    const { code, out } = await spawnStart('--help').ended;
    expect(code).toBe(0);
    for (const option of ['--port PORT', '--data DIR', '--sqs-endpoint URL', 'AWS_ENDPOINT_URL_DYNAMODB'])
      expect(out).toContain(option);
  });

  it('with an unknown option says so, names the help, and exits with 2', async () => {
    expect(await spawnStart('--prot', '1').ended).toMatchObject({
      code: 2,
      out: '',
      error: expect.stringMatching(/^Unknown option '--prot'[\s\S]*npm start -- --help/),
    });
  });

  it('with a port that is taken names it and exits with 1', async () => {
    const other = createServer();
    const port = new URL(await listen(other, 0)).port;
    onTestFinished(() => closeServer(other));
    const { code, error } = await spawnStart('--port', port).ended;
    expect([code, error]).toEqual([1, expect.stringContaining(`Port ${port} is in use: choose another`)]);
  });

  it('with a data directory of a running process names it and exits with 1', async () => {
    const directory = await temporaryDirectory();
    const first = spawnStart('--port', '0', '--data', directory);
    await readyUrl(first);
    const { code, error } = await spawnStart('--port', '0', '--data', directory).ended;
    expect([code, error]).toEqual([
      1,
      expect.stringContaining(`${directory} is in use by process ${first.pid}`),
    ]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('finishes open requests at %s and exits with 0', async (signal) => {
    const bus = await startPatientBus();
    const child = spawnStart('--port', '0', '--eventbridge-endpoint', bus.url);
    const url = await readyUrl(child);
    const answer = fetch(`${url}/v1/webchat/messages`, { method: 'POST', headers, body });
    await bus.asked;
    child.kill(signal);
    await expect.poll(() => isListening(url)).toBe(false);
    expect(child.exitCode).toBe(null);
    bus.release();
    expect((await answer).status).toBe(200);
    expect(await child.ended).toMatchObject({ code: 0 });
  });
});

const headers = {
  'content-type': 'application/json',
  'x-tenant-id': 'acme',
  'x-widget-id': 'acme-web',
  'x-session-id': '5b0e1c5e-44cb-4d3f-9a3c-0a2c8a6a0002',
};
const body = JSON.stringify({ text: 'hello', attachments: [], user: { id: 'visitor' } });

/** A bus that takes events only when it is told to, so that a turn is under way until then. */
async function startPatientBus() {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const { Entries } = JSON.parse(await text(request));
    ask();
    await released;
    const accepted = Entries.map(() => ({ EventId: crypto.randomUUID() }));
    response.end(JSON.stringify({ FailedEntryCount: 0, Entries: accepted }));
  });
  const url = await listen(server, 0);
  onTestFinished(() => closeServer(server));
  return { url, asked, release };
}

function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
    () => true,
    () => false,
  );
}
