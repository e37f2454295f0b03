import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { Page } from '../http-api/http-api.ts';
import { readBody } from '../listen.ts';
import { moodChange } from './hostility.ts';
import type { PageEvents, PageRequests, SimulatorState, UserMessage } from './page/protocol.ts';
import { fileTypes } from './provider.ts';
import type { Simulator } from './start-simulator.ts';

const bodyLimitBytes = 64 * 1024;
const titles = {
  chatapp: 'WhatsApp Cloud API',
  'chatapp-360': '360dialog',
  contactcenter: 'Contact center',
} as const;
const order = ['chatapp', 'chatapp-360', 'contactcenter'] as const;

/** The pages under `/simulator`: the phone, and what it talks to. @see design 8 */
export function simulatorPages(
  simulator: Simulator,
  files: () => Promise<SimulatorFiles>,
): Readonly<Record<string, Page>> {
  const watchers = new Set<ServerResponse>();
  const tell = <N extends keyof PageEvents>(name: N, value: PageEvents[N], to: Iterable<ServerResponse>) => {
    for (const response of to) response.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`);
  };
  simulator.book.listen({
    message: (message) => tell('message', message, watchers),
    line: (line) => tell('line', line, watchers),
    typing: (shown) => tell('typing', shown, watchers),
  });
  const file = (type: string, pick: (all: SimulatorFiles) => string): Page => {
    return async (_request, response) => writePage(response, 200, type, pick(await files()));
  };
  const action = (name: keyof PageRequests): Page => {
    return async (request, response) => {
      const body = await readJson(request);
      const done = body !== undefined && actions[name](simulator, body);
      if (done) tell('state', stateOf(simulator), watchers);
      writePage(response, done ? 202 : 400, 'application/json', JSON.stringify({ ok: done }));
    };
  };
  return {
    '/simulator': file('text/html', ({ html }) => html),
    '/simulator/page.css': file('text/css', ({ css }) => css),
    '/simulator/page.js': file('text/javascript', ({ js }) => js),
    '/simulator/say': action('say'),
    '/simulator/users': action('users'),
    '/simulator/mood': action('mood'),
    '/simulator/why': async (request, response) => {
      const { data } = whyRequest.safeParse(await readJson(request));
      const steps = data ? await simulator.why(data.account, data.id) : null;
      writePage(response, steps ? 200 : 400, 'application/json', JSON.stringify({ steps: steps ?? [] }));
    },
    '/simulator/events': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      watchers.add(response);
      response.on('close', () => watchers.delete(response));
      const { book } = simulator;
      const lines = book.lines().slice(-100);
      tell('snapshot', { state: stateOf(simulator), messages: book.messages(), lines }, [response]);
    },
  };
}

/** The page's files, ready to be served. */
export interface SimulatorFiles {
  readonly html: string;
  readonly css: string;
  readonly js: string;
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // Replies hold pictures from anywhere.
  "img-src 'self' https: http:",
  "require-trusted-types-for 'script'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Answers with something of a page of the simulator's. */
export function writePage(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': contentSecurityPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}

/** What each request does; false when its body is not what it should be. */
const actions: Readonly<Record<keyof PageRequests, (simulator: Simulator, body: unknown) => boolean>> = {
  say(simulator, body) {
    const { data } = sayRequest.safeParse(body);
    if (!data || !simulator.accounts().some(({ key }) => key === data.account)) return false;
    // What came of it shows as a tick.
    void simulator.say(data.account, data.userId, presentMembers(data.message));
    if (simulator.mood.rolls('batches')) joinIn(simulator, data.account);
    return true;
  },
  users(simulator, body) {
    const { data } = newUser.safeParse(body);
    if (data)
      simulator.users.known(`49151${String(crypto.getRandomValues(new Uint32Array(1))[0])}`, data.name);
    return data !== undefined;
  },
  mood(simulator, body) {
    const { data } = moodChange.safeParse(body);
    if (!data) return false;
    simulator.setHostility(JSON.parse(JSON.stringify(data.hostility ?? {})));
    if (data.phone) simulator.setPhone(data.phone);
    return true;
  },
};

const words = z.string().check(z.minLength(1), z.maxLength(4096));
const optional = z.optional(words);

/** `{"type":"text","text":"hello"}` */
const userMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: words }),
  z.object({ type: z.literal('button'), id: words, title: words, replyTo: optional }),
  z.object({ type: z.literal('list'), id: words, title: words, description: optional, replyTo: optional }),
  z.object({
    type: z.enum(fileTypes),
    mimeType: optional,
    caption: optional,
    filename: optional,
    url: optional,
  }),
  z.object({ type: z.literal('location'), latitude: z.number(), longitude: z.number(), name: optional }),
  z.object({ type: z.literal('contacts'), names: z.array(words) }),
  z.object({ type: z.literal('reaction'), messageId: words, emoji: z.string() }),
  z.object({ type: z.literal('edit'), messageId: words, text: words }),
  z.object({ type: z.literal('delete'), messageId: words }),
  z.object({ type: z.literal('unsupported') }),
  z.object({ type: z.literal('unknown') }),
]);

/** `{"account":"acme/whatsapp","userId":"4915110000001","message":{"type":"text","text":"hello"}}` */
const sayRequest = z.object({ account: words, userId: words, message: userMessage });

/** Without the members that are not there, which the types tell apart from empty ones. */
function presentMembers(message: z.infer<typeof userMessage>): UserMessage {
  return JSON.parse(JSON.stringify(message));
}

/** `{"account":"acme/whatsapp","id":"wamid.…"}` */
const whyRequest = z.object({ account: z.string(), id: z.string() });

const newUser = z.object({ name: z.string().check(z.minLength(1), z.maxLength(60)) });

/** One person alone makes no batch: others write at the same moment, to every number of the same provider. */
function joinIn(simulator: Simulator, account: string): void {
  const channel = simulator.accounts().find(({ key }) => key === account)?.channel;
  const accounts = simulator.accounts().filter((one) => one.channel === channel);
  for (const [n, { key }] of accounts.entries()) {
    const user = simulator.users.known(`491511009900${n}`, `Bystander ${n + 1}`);
    void simulator.say(key, user.id, 'hello');
  }
}

function stateOf(simulator: Simulator): SimulatorState {
  return {
    accounts: order.flatMap((channel) =>
      simulator
        .accounts()
        .filter((account) => account.channel === channel)
        .map(({ key, tenantName }) => ({ key, channel, tenantName, title: titles[channel] })),
    ),
    users: simulator.users.all().map(({ id, name }) => ({ id, name })),
    hostility: simulator.mood.hostility,
    phone: simulator.mood.phone,
  };
}

/** Undefined for anything but JSON, which no other site can send without being asked first. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const isJson = request.headers['content-type']?.startsWith('application/json');
  const body = await readBody(request, bodyLimitBytes);
  if (request.method !== 'POST' || !isJson || !body) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
