#!/usr/bin/env node
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import { readCommandLine, refuse } from '../bin/command-line.ts';
import type * as CloudApi from '../test/support/cloud-api.ts';
import type * as Provider from '../test/support/fake-provider.ts';
import type * as Events from '../test/support/http-event.ts';
import type * as Stacks from '../test/support/start-stack.ts';
import { type Checkout, checkOut, today } from './checkout.ts';
import { bundleInstrumented, recorderName } from './walk/instrument.ts';
import { Recorder, type Walk } from './walk/recorder.ts';

type GatewayHandler = (event: unknown, context: Context) => Promise<unknown>;

const usage = `npm run bench:walk [-- --path NAME] [--before COMMIT] [--list]

Follows one message through every function of src, and prints what a reader of the code has to follow.

  --path NAME      web-chat (which is the default) or webhook: the call, and the turn on the queue
  --before COMMIT  an earlier commit instead of today's
  --list           the functions, by file, with their calls; the frames above the write

  --help           this text`;

const options = {
  path: { type: 'string', default: 'web-chat' },
  before: { type: 'string' },
  list: { type: 'boolean', default: false },
} as const;

/** The arrows between folders: the lower one imports nothing of the higher. @see .dependency-cruiser.json */
const ranks: readonly (readonly [folder: string, rank: number])[] = [
  ...([['contract', 0]] as const),
  ...([
    ['domain/runs', 9],
    ['domain', 10],
  ] as const),
  ...([
    ['http', 20],
    ['ports', 20],
  ] as const),
  ...([
    ['engine/cost', 29],
    ['engine', 30],
    ['channels', 30],
    ['aws', 30],
    ['clients', 30],
  ] as const),
  ...([
    ['operations/directory', 41],
    ['operations/files', 41],
    ['operations/turn', 42],
  ] as const),
  ...([['operations/delivery', 43]] as const),
  ...(['center', 'handoff', 'reports', 'web-chat', 'webhook', 'schedule', 'inspect', 'session'] as const).map(
    (journey) => [`operations/${journey}`, 44] as const,
  ),
  ...([
    ['operations', 40],
    ['middleware', 50],
    ['lambda', 60],
  ] as const),
];

const fileOf = (id: string) => id.split(':', 1)[0] ?? '';
const rankOf = (file: string) => ranks.find(([folder]) => file.startsWith(`${folder}/`))?.[1] ?? 70;
const writes = new Set(['PutItem', 'UpdateItem', 'BatchWriteItem']);

/** The figures of a walk: frames are those between the handler and the deepest write to DynamoDB. */
function figuresOf({ entered, requests }: Walk) {
  const files = entered.map(fileOf);
  const steps = files.slice(1).map((to, n) => ({ from: files[n] ?? '', to }));
  const depths = requests.filter(({ operation }) => writes.has(operation)).map(({ frames }) => frames.length);
  return {
    files: new Set(files).size,
    functions: new Set(entered).size,
    calls: entered.length,
    changes: steps.filter(({ from, to }) => from !== to).length,
    climbs: steps.filter(({ from, to }) => rankOf(to) > rankOf(from)).length,
    frames: Math.max(1, ...depths) - 1,
  };
}

/** The second message of a conversation, as a page sends it, in a process that has served others. */
async function walkWebChat(checkout: Checkout, folder: string, recorder: Recorder) {
  const file = join(folder, 'web-chat.mjs');
  await bundleInstrumented(checkout.root, 'src/lambda/web-chat.ts', file);
  const { httpEvent, lambdaContext } = await checkout.load<typeof Events>('test/support/http-event.ts');
  const stack = await startStack(checkout, async () => undefined);
  try {
    Object.assign(process.env, stack.env);
    const { handler } = await load(file);
    const say = async (session: string, text: string) => {
      const headers = {
        ...{ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web' },
        ...{ 'x-session-id': session, 'idempotency-key': randomUUID() },
        origin: 'https://www.acme.example',
      };
      const body = { text, attachments: [], user: { id: 'visitor' } };
      const event = httpEvent('POST', '/v1/webchat/messages', { headers, body });
      const { statusCode } = (await handler(event, lambdaContext)) as { readonly statusCode: number };
      if (statusCode !== 200) throw new Error(`a message was answered with ${statusCode}`);
    };
    for (let n = 0; n < 3; n += 1) await say(randomUUID(), 'hello');
    const session = randomUUID();
    await say(session, 'hello');
    return { 'web chat message': await recorder.record(() => say(session, '2')) };
  } finally {
    await stack.stop();
  }
}

/** The same on WhatsApp: the call, and the turn that a queue's record starts. */
async function walkWebhook(checkout: Checkout, folder: string, recorder: Recorder) {
  const file = join(folder, 'handler.mjs');
  await bundleInstrumented(checkout.root, 'src/handler.ts', file);
  const { cloudApiBody, postCloudApi, textMessage } =
    await checkout.load<typeof CloudApi>('test/support/cloud-api.ts');
  const { startFakeProvider } = await checkout.load<typeof Provider>('test/support/fake-provider.ts');
  const provider = await startFakeProvider();
  const walks: Record<string, Walk> = {};
  let isRecorded = false;
  let handler: GatewayHandler | undefined;
  const stack = await startStack(
    checkout,
    async (event, context) => {
      if (!handler) throw new Error('not started');
      const name = nameOf(event);
      if (!isRecorded || name === undefined || walks[name]) return handler(event, context);
      let result: unknown;
      walks[name] = await recorder.record(async () => {
        result = await handler?.(event, context);
      });
      return result;
    },
    provider.url,
  );
  try {
    Object.assign(process.env, stack.env);
    ({ handler } = await load(file));
    const say = async (text: string) => {
      await postCloudApi(stack, cloudApiBody({ messages: [textMessage('4915660000', text)] }));
      await stack.drain();
      await stack.drain();
    };
    for (const text of ['hello', '1', 'menu']) await say(text);
    isRecorded = true;
    await say('2');
    return walks;
  } finally {
    await stack.stop();
    await provider.stop();
  }
}

/** What an invocation of the path is called; what else happens meanwhile is not of it. */
function nameOf(event: unknown): string | undefined {
  const { requestContext, Records: [record] = [] } = event as {
    readonly requestContext?: unknown;
    readonly Records?: readonly { readonly eventSourceARN: string }[];
  };
  if (requestContext) return 'webhook';
  if (record?.eventSourceARN.endsWith('turns.fifo')) return 'turn of the queue';
  return record?.eventSourceARN.endsWith('outbound.fifo') ? 'delivery' : undefined;
}

async function startStack({ load }: Checkout, handler: GatewayHandler, providerUrl?: string) {
  const { startTestStack } = await load<typeof Stacks>('test/support/start-stack.ts');
  return startTestStack({
    background: false,
    createHandler: () => handler,
    ...(providerUrl !== undefined && { providerUrl }),
  });
}

const load = (file: string): Promise<{ readonly handler: GatewayHandler }> =>
  import(pathToFileURL(file).href);

const paths = { 'web-chat': walkWebChat, webhook: walkWebhook } as const;

async function run(): Promise<void> {
  const { values } = readCommandLine(usage, options);
  const walkOf = Object.hasOwn(paths, values.path) && paths[values.path as keyof typeof paths];
  if (!walkOf) refuse(`There is no path "${values.path}", only ${Object.keys(paths).join(', ')}.`);
  process.env.POWERTOOLS_LOG_LEVEL = 'INFO';
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  const checkout = values.before === undefined ? today : checkOut(values.before);
  // Where what is bundled finds its packages.
  const cache = join(checkout.root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'walk-'));
  const recorder = new Recorder();
  Object.assign(globalThis, { [recorderName]: recorder });
  try {
    const walks = await walkOf(checkout, folder, recorder);
    for (const [name, walk] of Object.entries(walks)) {
      const figures = Object.entries(figuresOf(walk)).map(([of, figure]) => `${figure} ${of}`);
      console.log(`${name}: ${figures.join(', ')}`);
      if (values.list) console.log(listOf(walk));
    }
  } finally {
    rmSync(folder, { recursive: true });
    if (values.before !== undefined) checkout.remove();
  }
}

function listOf({ entered, requests }: Walk): string {
  const byFile = Object.groupBy(entered, fileOf);
  const files = Object.entries(byFile).map(([file, ids = []]) => {
    const functions = Object.entries(Object.groupBy(ids, (id) => id.split(':').at(-1) ?? '')).map(
      ([name, calls = []]) => `${name} ${calls.length}`,
    );
    return `${file}: ${functions.join(', ')}`;
  });
  const frames = requests.map((request) => [`${request.operation}:`, ...request.frames].join('\n  '));
  return [...files, ...frames].join('\n');
}

await run().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
process.exit();
