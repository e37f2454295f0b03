import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { TenantFolder } from '../../domain/tenant-folder.ts';
import { type Endpoint, startEndpoint } from '../listen.ts';
import { type SimulatedAccount, simulatedAccounts } from './accounts.ts';
import { type ChatBook, createChatBook } from './chat-book.ts';
import { createCourier, type GatewayStatus } from './courier.ts';
import { seededRandom } from './dice.ts';
import { createMood, type Mood } from './hostility.ts';
import type { Hostility, PhoneState, UserMessage } from './page/protocol.ts';
import type { WebhookCall } from './provider.ts';
import { providerAt, providers } from './providers.ts';
import { showSaid } from './show-said.ts';
import { statusTeller } from './statuses.ts';
import { type SendAnswer, sendDesk, type TakenSend } from './take-send.ts';
import { createUsers, type Users } from './users.ts';
import { createWindows } from './windows.ts';

export interface SimulatorOptions {
  /** With the same seed the dice fall the same. */
  readonly seed?: number;
  readonly hostility?: Partial<Hostility>;
  readonly nowMs?: () => number;
  /** How long a late status is held back. */
  readonly lateMs?: number;
  /** How long to wait before a webhook call that failed is made again. */
  readonly retryAfterMs?: (attempt: number) => number;
  /** What a passing refusal asks the caller to wait. */
  readonly retryAfterS?: number;
}

/** A webhook call that was made, and the gateway's answer. */
export interface MadeCall extends WebhookCall {
  readonly status: GatewayStatus;
}

/** What came of a user's message. */
export interface Said {
  /** The provider's id. */
  readonly id: string;
  readonly status: GatewayStatus;
}

/** The three providers, friendly or not. @see issue "Webhooks", item 7 */
export interface Simulator extends Endpoint {
  /** Tells which gateway to call, and whose accounts there are. */
  connect(gateway: { readonly url: string; readonly tenants: readonly TenantFolder[] }): void;
  accounts(): readonly SimulatedAccount[];
  readonly users: Users;
  readonly book: ChatBook;
  readonly mood: Mood;
  /** Webhook calls in the order in which they were answered. */
  readonly calls: readonly MadeCall[];
  /**
   * Lets a user say something (a text goes as it is); resolves once the gateway has taken or refused it.
   * @param account `tenant/account`
   * @throws Error when there is no such account
   */
  say(account: string, userId: string, message: UserMessage | string): Promise<Said>;
  /** Sends to a user that had an effect, in order; without a user, all. */
  sent(userId?: string): readonly TakenSend[];
  setHostility(change: Partial<Hostility>): void;
  /** Messages that wait for the phone's new state go on. */
  setPhone(phone: PhoneState): void;
  /** Resolves once every webhook, late ones too, has been delivered. */
  settled(): Promise<void>;
}

/** Starts the simulator on 127.0.0.1; nothing is sent before `connect`. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    seed = 1,
    hostility = {},
    nowMs = Date.now,
    lateMs = 3_000,
    retryAfterS = 1,
    retryAfterMs = (attempt: number) => Math.min(100 * 2 ** attempt, 10_000),
  } = options;
  const mood = createMood(seededRandom(seed), hostility);
  const book = createChatBook();
  const users = createUsers();
  const windows = createWindows();
  const taken: TakenSend[] = [];
  const calls: MadeCall[] = [];
  let gatewayUrl = '';
  let accounts: readonly SimulatedAccount[] = [];

  const post = async (call: WebhookCall): Promise<GatewayStatus> => {
    const status = await callWebhook(gatewayUrl, call);
    calls.push({ ...call, status });
    const account = [...new Set(call.items.map((item) => item.account.key))].join(', ');
    const summary = [...new Set(call.items.map(describeItem))].join(', ');
    book.log({ atMs: nowMs(), direction: 'webhook', account, summary, status: status ?? 'no answer' });
    return status;
  };
  const courier = createCourier({ mood, post, retryAfterMs });
  const statuses = statusTeller({ mood, courier, book, nowMs, lateMs });
  const takeSend = sendDesk({
    mood,
    book,
    users,
    windows,
    nowMs,
    accounts: () => accounts,
    onTaken(send, message) {
      taken.push(send);
      // The caller first hears that its message was taken.
      setImmediate(() => statuses.follow(message));
    },
  });
  const server = createServer((request, response) => {
    void serveSend(request, response, takeSend, retryAfterS);
  });
  const endpoint = await startEndpoint(server);

  return {
    url: endpoint.url,
    connect(gateway) {
      gatewayUrl = gateway.url;
      accounts = simulatedAccounts(gateway.tenants);
    },
    accounts: () => accounts,
    users,
    book,
    mood,
    calls,
    async say(key, userId, said) {
      const account = accounts.find((one) => one.key === key);
      if (!account) throw new Error(`there is no account ${key}`);
      const message: UserMessage = typeof said === 'string' ? { type: 'text', text: said } : said;
      const user = users.known(userId);
      const id = providers[account.channel].newId();
      const atMs = nowMs();
      windows.open(account, user, atMs);
      showSaid(book, { id, account: account.key, userId: user.id, atMs }, message);
      const scoped = mood.rolls('noPhoneNumbers');
      const status = await courier.bring({ kind: 'message', id, account, user, message, scoped, atMs });
      if (status === 200) book.tick(id, 'delivered');
      else book.tick(id, 'failed', `the gateway answered ${status ?? 'nothing'}`);
      return { id, status };
    },
    sent: (userId) => taken.filter((send) => userId === undefined || send.userId === userId),
    setHostility(change) {
      mood.hostility = { ...mood.hostility, ...change };
    },
    setPhone(phone) {
      mood.phone = phone;
      statuses.catchUp();
    },
    async settled() {
      await statuses.settled();
      await courier.settled();
    },
    async stop() {
      courier.stop();
      statuses.stop();
      await endpoint.stop();
    },
  };
}

function describeItem(item: WebhookCall['items'][number]): string {
  return item.kind === 'status' ? `status ${item.state}` : `message ${item.message.type}`;
}

async function callWebhook(gatewayUrl: string, { path, headers, body }: WebhookCall): Promise<GatewayStatus> {
  try {
    const response = await fetch(gatewayUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

async function serveSend(
  request: IncomingMessage,
  response: ServerResponse,
  takeSend: ReturnType<typeof sendDesk>,
  retryAfterS: number,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://provider').pathname;
  const provider = providerAt(path);
  const body: unknown = await json(request).catch(() => undefined);
  const found = provider && request.method === 'POST';
  const answer: SendAnswer = found
    ? takeSend(provider, { path, headers: request.headers, body })
    : { status: 404, body: {} };
  if (answer.lost) return void request.socket.destroy();
  response
    .writeHead(answer.status, {
      'content-type': 'application/json',
      ...((answer.status === 429 || answer.status >= 500) && { 'retry-after': String(retryAfterS) }),
    })
    .end(JSON.stringify(answer.body));
}
