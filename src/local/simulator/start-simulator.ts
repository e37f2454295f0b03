import { createAwsClients } from '../../aws/clients.ts';
import { ConversationsTable } from '../../aws/conversations-table.ts';
import { DeliveriesTable } from '../../aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../../aws/delivery-cursors-table.ts';
import { ReceivedMessagesTable } from '../../aws/received-messages-table.ts';
import { SendPacingTable } from '../../aws/send-pacing-table.ts';
import { TurnLogTables } from '../../aws/turn-log-tables.ts';
import { parseIdKeys } from '../../domain/message-ids.ts';
import type { TenantFolder } from '../../domain/tenant-folder.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { traceMessage } from '../../operations/inspect/trace-message.ts';
import type { Endpoint } from '../listen.ts';
import { centerCaller, type Escalate, escalator, type TakenSend } from './center/center-calls.ts';
import { createSimulatedCenter, type SimulatedCenter } from './center/simulated-center.ts';
import { type Courier, createCourier, type GatewayStatus } from './courier.ts';
import { createMood, type Mood, seededRandom } from './hostility.ts';
import type {
  ChatMessage,
  FileType,
  Hostility,
  PhoneState,
  ShownContent,
  UserMessage,
  WhyStep,
} from './page/protocol.ts';
import {
  createUsers,
  createWindows,
  type SimulatedAccount,
  simulatedAccounts,
  type Users,
  type WebhookCall,
  type WebhookItem,
  type Windows,
} from './provider.ts';
import { isSimulated, providerOf } from './providers.ts';
import { serveSends } from './serve-sends.ts';
import { type ChatBook, createChatBook, statusTeller } from './statuses.ts';
import { takeSends } from './take-send.ts';

export interface SimulatorOptions {
  /** With the same seed the dice fall the same. */
  readonly seed?: number;
  readonly hostility?: Partial<Hostility>;
  readonly nowMs?: () => number;
  /** The delay of a late status. */
  readonly lateMs?: number;
  /** The delay before a failed webhook call is retried. */
  readonly retryAfterMs?: (attempt: number) => number;
  /** `Retry-After` of a temporary rejection. */
  readonly retryAfterS?: number;
  /** How long the contact center collects calls before it shuffles them. */
  readonly gatherMs?: number;
}

/** The gateway that the providers call. */
export interface ConnectedGateway {
  readonly url: string;
  readonly tenants: readonly TenantFolder[];
  /** The stack's settings, for tracing messages. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The three providers, friendly or not. @see issue "Webhooks", item 7 */
export interface Simulator extends Endpoint {
  /** Sets the gateway to call, and the accounts. */
  connect(gateway: ConnectedGateway): void;
  /** The gateway's trace of a message, by the account `tenant/account` and the provider's ID. */
  why(account: string, id: string): Promise<readonly WhyStep[]>;
  accounts(): readonly SimulatedAccount[];
  /** The contact center's agents. */
  readonly center: SimulatedCenter;
  readonly users: Users;
  readonly book: ChatBook;
  readonly mood: Mood;
  /** Webhook calls in the order in which they were answered. */
  readonly calls: readonly MadeCall[];
  /**
   * Lets a user say something through the account `tenant/account` (a text goes as it is); resolves once the gateway has
   * taken or refused it.
   */
  readonly say: Say;
  /** Sends to a user that had an effect, in order; without a user, all. */
  sent(userId?: string): readonly TakenSend[];
  setHostility(change: Partial<Hostility>): void;
  /** Messages that wait for the phone's new state continue. */
  setPhone(phone: PhoneState): void;
  /** Resolves once every webhook, late ones too, has been delivered. */
  settled(): Promise<void>;
}

/** Starts the simulator on 127.0.0.1; nothing is sent before `connect`. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { nowMs = Date.now, retryAfterS = 1 } = options;
  const taken: TakenSend[] = [];
  const calls: MadeCall[] = [];
  const parts = createParts(options, (call) => void calls.push(call));
  const { mood, book, users, courier, statuses, gateway } = parts;
  const accounts = () => gateway.accounts;
  const takeSend = takeSends({
    ...parts,
    nowMs,
    accounts,
    onTaken(send, message) {
      taken.push(send);
      // The response to the send comes first.
      setImmediate(() => statuses.follow(message));
    },
  });
  const center = createSimulatedCenter({
    accounts,
    call: centerCaller(() => gateway.url, book, nowMs),
    nowMs,
    random: mood.random,
    escalate: async (isOn) => gateway.escalate?.(isOn),
    gatherMs: options.gatherMs,
  });
  const endpoint = await serveSends(takeSend, { retryAfterS, accounts, center, nowMs });
  return {
    url: endpoint.url,
    connect({ url, tenants, env }) {
      gateway.url = url;
      gateway.accounts = simulatedAccounts(tenants).filter(({ channel }) => isSimulated(channel));
      gateway.askWhy = env ? whyAsker(env, nowMs) : null;
      gateway.escalate = env ? escalator(env, tenants) : null;
    },
    async why(key, id) {
      const account = accounts().find((one) => one.key === key);
      return account && gateway.askWhy ? gateway.askWhy(account, id) : [];
    },
    accounts,
    center,
    users,
    book,
    mood,
    calls,
    say: sayer({ ...parts, nowMs, accounts }),
    sent: (userId) => taken.filter((send) => userId === undefined || send.userId === userId),
    setHostility(change) {
      mood.hostility = { ...mood.hostility, ...change };
      endpoint.refuseConnections(mood.hostility.refusedConnections > 0);
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

/** The outcome of a user's message. */
interface VisitorMessage {
  /** The provider's id. */
  readonly id: string;
  readonly status: GatewayStatus;
}

/** @throws Error when there is no such account */
type Say = (account: string, userId: string, message: UserMessage | string) => Promise<VisitorMessage>;

interface SayerOptions {
  readonly accounts: () => readonly SimulatedAccount[];
  readonly users: Users;
  readonly windows: Windows;
  readonly book: ChatBook;
  readonly mood: Mood;
  readonly courier: Courier;
  readonly nowMs: () => number;
}

/** Lets users say something: it shows on their phone, opens the window, and is brought to the gateway. */
function sayer({ accounts, users, windows, book, mood, courier, nowMs }: SayerOptions): Say {
  return async (key, userId, written) => {
    const account = accounts().find((one) => one.key === key);
    if (!account) throw new Error(`there is no account ${key}`);
    const message: UserMessage = typeof written === 'string' ? { type: 'text', text: written } : written;
    const user = users.known(userId);
    const id = providerOf(account).newId();
    const atMs = nowMs();
    // As the provider counts: an update of a message isn't one.
    if (!('messageId' in message)) windows.open(account, user, atMs);
    showMessage(book, { id, account: key, userId: user.id, atMs }, message);
    const scoped = mood.rolls('noPhoneNumbers');
    const status = await courier.bring({ kind: 'message', id, account, user, message, scoped, atMs });
    if (status === 200) book.tick(id, 'delivered');
    else book.tick(id, 'failed', `the gateway answered ${status ?? 'nothing'}`);
    return { id, status };
  };
}

/** Shows a user's message on their own phone. A reaction, edit or deletion shows on its message. */
function showMessage(
  book: ChatBook,
  about: Pick<ChatMessage, 'id' | 'account' | 'userId' | 'atMs'>,
  message: UserMessage,
): void {
  if (message.type === 'reaction') {
    book.react(message.messageId, message.emoji);
    return;
  }
  if (message.type === 'edit') {
    book.change(message.messageId, { changed: 'edited', text: message.text });
    return;
  }
  if (message.type === 'delete') {
    book.change(message.messageId, { changed: 'deleted' });
    return;
  }
  book.add({ ...about, author: 'user', content: contentOf(message), tick: 'waiting' });
}

function contentOf(message: Exclude<UserMessage, { type: 'reaction' | 'edit' | 'delete' }>): ShownContent {
  switch (message.type) {
    case 'text':
      return { text: message.text };
    case 'button':
    case 'list':
      return { text: message.title };
    case 'location': {
      const { type: _, ...place } = message;
      return { places: [place] };
    }
    case 'contacts':
      return { contacts: message.names };
    case 'unsupported':
      return { note: 'a poll, which the provider can’t hand on' };
    case 'unknown':
      return { note: 'a hologram, which nobody knows yet' };
    default:
      return { files: [fileOf(message)] };
  }
}

function fileOf({ type, url, caption, filename }: Extract<UserMessage, { type: FileType }>) {
  const words = caption ?? filename;
  return { type, ...(url !== undefined && { url }), ...(words !== undefined && { caption: words }) };
}

/** The providers' state, and the sender of their webhooks. */
function createParts(options: SimulatorOptions, onMade: (call: MadeCall) => void) {
  const { seed = 1, hostility = {}, nowMs = Date.now, lateMs = 3_000 } = options;
  const { retryAfterMs = (attempt: number) => Math.min(100 * 2 ** attempt, 10_000) } = options;
  const gateway = {
    url: '',
    accounts: [] as readonly SimulatedAccount[],
    askWhy: null as AskWhy | null,
    escalate: null as Escalate | null,
  };
  const mood = createMood(seededRandom(seed), hostility);
  const book = createChatBook();
  const post = webhookCaller(() => gateway.url, book, nowMs, onMade);
  const courier = createCourier({ mood, post, retryAfterMs });
  const statuses = statusTeller({ mood, courier, book, nowMs, lateMs });
  return { gateway, mood, book, courier, statuses, users: createUsers(), windows: createWindows() };
}

/** A webhook call that was made, and the gateway's answer. */
interface MadeCall extends WebhookCall {
  readonly status: GatewayStatus;
}

/** Calls the gateway's webhooks; each call is shown and logged. */
function webhookCaller(
  gatewayUrl: () => string,
  book: ChatBook,
  nowMs: () => number,
  onMade: (call: MadeCall) => void,
): (call: WebhookCall) => Promise<GatewayStatus> {
  return async (call) => {
    const { status, body } = await callWebhook(gatewayUrl(), call);
    onMade({ ...call, status });
    book.log({
      atMs: nowMs(),
      direction: 'webhook',
      account: distinct(call.items.map(({ account }) => account.key)),
      summary: distinct(call.items.map(describeItem)),
      status: status ?? 'no answer',
      details: {
        call: `POST ${call.path}`,
        request: pretty(call.body),
        answer: pretty(body),
        messages: call.items.map(({ kind, id, account }) => ({
          title: kind === 'status' ? 'The reply it reports on' : 'This message',
          account: account.key,
          id,
        })),
      },
    });
    return status;
  };
}

async function callWebhook(
  gatewayUrl: string,
  { path, headers, body }: WebhookCall,
): Promise<{ readonly status: GatewayStatus; readonly body: string }> {
  try {
    const response = await fetch(gatewayUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: response.status, body: await response.text() };
  } catch {
    return { status: null, body: '' };
  }
}

/** Formats JSON for reading; other text is unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const distinct = (words: readonly string[]) => [...new Set(words)].join(', ');

function describeItem(item: WebhookItem): string {
  return item.kind === 'status' ? `status ${item.state}` : `message ${item.message.type}`;
}

/** Describes what happened to a message, by the provider's ID; nothing for an unknown one. */
type AskWhy = (account: SimulatedAccount, providerMessageId: string) => Promise<readonly WhyStep[]>;

/** Reads the gateway's own tables, as `message why` does. @param env the stack's settings */
function whyAsker(env: Readonly<Record<string, string | undefined>>, nowMs: () => number): AskWhy {
  const { dynamodb } = createAwsClients(env);
  const prefix = env.TABLE_PREFIX ?? '';
  const records = {
    conversations: new ConversationsTable<FlowState>(dynamodb, prefix),
    turnLog: new TurnLogTables(dynamodb, prefix, nowMs),
    deliveries: new DeliveriesTable(dynamodb, prefix, nowMs),
    cursors: new DeliveryCursorsTable(dynamodb, prefix, nowMs),
    pacing: new SendPacingTable(dynamodb, prefix, nowMs),
    received: new ReceivedMessagesTable(dynamodb, prefix, nowMs),
    idKeys: parseIdKeys(env.ID_SECRET ?? ''),
  };
  return async ({ tenantId, settings }, providerMessageId) => {
    const trace = await traceMessage(records, tenantId, [settings], providerMessageId);
    return (trace?.steps ?? []).map(({ at, what, detail }) => ({ at, what, detail }));
  };
}
