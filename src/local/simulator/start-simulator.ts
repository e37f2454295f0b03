import type { TenantFolder } from '../../domain/tenant-folder.ts';
import type { Endpoint } from '../listen.ts';
import { type SimulatedAccount, simulatedAccounts } from './accounts.ts';
import { type AskWhy, whyAsker } from './ask-why.ts';
import { type MadeCall, webhookCaller } from './call-webhook.ts';
import { type ChatBook, createChatBook } from './chat-book.ts';
import { createCourier } from './courier.ts';
import { type CenterDesk, createCenterDesk } from './desk/center-desk.ts';
import { deskCaller } from './desk/desk-calls.ts';
import { type Escalate, escalator } from './desk/escalate.ts';
import { seededRandom } from './dice.ts';
import { createMood, type Mood } from './hostility.ts';
import type { Hostility, PhoneState, WhyStep } from './page/protocol.ts';
import { type Say, sayer } from './sayer.ts';
import type { TakenSend } from './send-desk.ts';
import { serveSends } from './serve-sends.ts';
import { statusTeller } from './statuses.ts';
import { sendDesk } from './take-send.ts';
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
  /** What a refusal that will pass asks the caller to wait. */
  readonly retryAfterS?: number;
  /** How long the desk gathers what it is to shuffle. */
  readonly gatherMs?: number;
}

/** The gateway that the providers call. */
export interface ConnectedGateway {
  readonly url: string;
  readonly tenants: readonly TenantFolder[];
  /** Its settings, for who asks why. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The three providers, friendly or not. @see issue "Webhooks", item 7 */
export interface Simulator extends Endpoint {
  /** Tells which gateway to call, and whose accounts there are. */
  connect(gateway: ConnectedGateway): void;
  /** What the gateway knows of a message, by the account `tenant/account` and the provider's id. */
  why(account: string, id: string): Promise<readonly WhyStep[]>;
  accounts(): readonly SimulatedAccount[];
  /** The contact center's humans. */
  readonly desk: CenterDesk;
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
  /** Messages that wait for the phone's new state go on. */
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
  const takeSend = sendDesk({
    ...parts,
    nowMs,
    accounts,
    onTaken(send, message) {
      taken.push(send);
      // The caller first hears that its message was taken.
      setImmediate(() => statuses.follow(message));
    },
  });
  const desk = createCenterDesk({
    accounts,
    call: deskCaller(() => gateway.url, book, nowMs),
    nowMs,
    random: mood.random,
    escalate: async (isOn) => gateway.escalate?.(isOn),
    gatherMs: options.gatherMs,
  });
  const endpoint = await serveSends(takeSend, { retryAfterS, accounts, desk, nowMs });
  return {
    url: endpoint.url,
    connect({ url, tenants, env }) {
      gateway.url = url;
      gateway.accounts = simulatedAccounts(tenants);
      gateway.askWhy = env ? whyAsker(env, nowMs) : null;
      gateway.escalate = env ? escalator(env, tenants) : null;
    },
    async why(key, id) {
      const account = accounts().find((one) => one.key === key);
      return account && gateway.askWhy ? gateway.askWhy(account, id) : [];
    },
    accounts,
    desk,
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

/** What the providers remember, and who brings their webhooks. */
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
