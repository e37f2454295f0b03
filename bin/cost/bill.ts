import type { MetricName } from '../../src/contract/metrics.ts';
import { routes } from '../../src/contract/routes.ts';
import { channelNames } from '../../src/contract/vocabulary.ts';
import {
  accessLineBytes,
  type Counts,
  counts,
  logLineBytes,
  logLines,
  runCounts,
  type SideItem,
  searchCounts,
  visitorCounts,
} from './counts.ts';
import { type Priced, prices } from './prices.ts';

/** A month's usage. */
export interface Traffic {
  /** Messages of REST clients. */
  readonly webchat: number;
  /** Messages of the widget, six to a conversation. */
  readonly widget: number;
  /** WhatsApp messages, each with one reply and three statuses of it. */
  readonly whatsapp: number;
  /** Hours for which visitors of the widget wait for an agent or chat with one, all of them together. */
  readonly waitingHours: number;
  readonly tenants: number;
  /** Header data, emails, transcripts and events. */
  readonly side?: Partial<Record<SideItem, number>>;
}

/** What the visitor's side is counted by. */
export const sideItems = Object.keys(visitorCounts) as SideItem[];

/** What these are of a visitor's own requests, through API Gateway. */
const requestsOfSide: Readonly<Partial<Record<SideItem, number>>> = {
  addresses: 1,
  confirmed: 2,
  links: 1,
  transcripts: 1,
};

/** The sum of the visitor's side in a month. */
function sideOf({ side = {} }: Traffic) {
  const sum = (each: (item: SideItem) => number) =>
    sideItems.reduce((all, item) => all + (side[item] ?? 0) * each(item), 0);
  return {
    write: sum((item) => visitorCounts[item].write),
    read: sum((item) => visitorCounts[item].read),
    queue: sum((item) => visitorCounts[item].queue),
    invocations: sum((item) => visitorCounts[item].invocations),
    emails: sum((item) => visitorCounts[item].emails),
    requests: sum((item) => requestsOfSide[item] ?? 0),
  };
}

export interface BillLine {
  readonly item: Priced;
  readonly amount: number;
  readonly usd: number;
}

/** 50 ms of 512 MB, an assumption: a flow that waits for a service pays for the wait. */
const gbSecondsPerInvocation = 0.025;
/** In a conversation of six messages: one look at its opening, and the preflights of messages and of looks. */
const besideMessage = { looks: 1 / 6, requests: 3 / 6 } as const;
/** The dearest hour: something happens each minute, so that the widget looks every second. See src/widget/poll-interval.ts. */
const looksPerHour = 3_600;
/** The conversation, and the line of those who wait or who types. */
const readsPerLook = 1;
/** What CloudWatch adds to each billed line. */
const bytesBesideLine = 26;
const accessBytes = (name: keyof typeof accessLineBytes) => accessLineBytes[name] + bytesBesideLine;
const functionBytes = (name: keyof typeof logLineBytes) =>
  logLineBytes[name] + logLines[name] * bytesBesideLine;
/** The functions' lines and the access log's; a look has the latter only. */
const logBytes = {
  webchat: functionBytes('webchat') + accessBytes('webchat'),
  whatsapp: functionBytes('whatsapp') + counts.whatsapp.apiRequests * accessBytes('webhook'),
  look: accessBytes('look'),
} as const;

/** For a web chat message. */
type ChatUnits = Pick<Counts, 'writeUnits' | 'readUnits'>;

/**
 * The bill of a month by AWS's list prices, the largest line first.
 * @param chat where the chats' messages are served: a busy deployment has many environments, and they are dearer
 */
export function billOf(traffic: Traffic, chat: ChatUnits = counts.scattered): readonly BillLine[] {
  const { webchat, widget, whatsapp, waitingHours, tenants } = traffic;
  const side = sideOf(traffic);
  const chats = webchat + widget;
  const looks = waitingHours * looksPerHour + widget * besideMessage.looks;
  const beside = waitingHours * looksPerHour + widget * besideMessage.requests;
  const of = (pick: (of: Counts) => number) =>
    chats * pick(counts.webchat) + whatsapp * pick(counts.whatsapp);
  const invocations = of(({ invocations: n }) => n) + beside + side.invocations;
  const replies = whatsapp * counts.whatsappReplies;
  const amounts: Readonly<Record<Priced, number>> = {
    apiRequest: of(({ apiRequests }) => apiRequests) + beside + side.requests,
    invocation: invocations,
    gbSecond: invocations * gbSecondsPerInvocation,
    writeUnit: chats * chat.writeUnits + whatsapp * counts.whatsapp.writeUnits + side.write,
    readUnit:
      chats * chat.readUnits + whatsapp * counts.whatsapp.readUnits + looks * readsPerLook + side.read,
    event: of(({ events }) => events),
    pipe: replies,
    // Each record is sent, received and deleted: those of our own code, and those of the pipe.
    fifoRequest: 3 * (of(({ fifoSends }) => fifoSends) + replies),
    // The queue before the pipe.
    queueRequest: 2 * replies + side.queue,
    email: side.emails,
    logGb: (chats * logBytes.webchat + whatsapp * logBytes.whatsapp + looks * logBytes.look) / 1e9,
    alarmMetric: alarmMetrics,
    metric: ownMetrics,
    routeMetric: routeMetrics,
    secret: 2 + 2 * tenants,
  };
  return (Object.entries(amounts) as [Priced, number][])
    .map(([item, amount]) => ({ item, amount, usd: (amount / prices[item].per) * prices[item].usd }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.usd - a.usd);
}

const channels = channelNames.length;
/** Web chat sends nothing: it is asked. */
const sending = channels - 1;
const stepKinds = 2;

/** The maximum number of custom metrics per name: one per combination of dimensions. */
const combinations = {
  MessagesReceived: channels,
  MessagesProcessed: channels,
  MessagesDuplicate: channels,
  MessagesIgnored: sending,
  MessagesDropped: sending,
  // And unreadable ones.
  MessagesGivenUp: channels + 1,
  GroupMessages: 2,
  StatusesReceived: sending,
  RepliesSent: sending,
  RepliesFailed: sending,
  RepliesRetried: sending,
  FilesStored: channels,
  FilesRejected: channels,
  FilesFailed: channels,
  AccountsHeld: sending,
  OutboundForeign: 1,
  RateLimited: 1,
  // Per operation and code. Assumption: this many kinds per hour.
  RequestsRefused: 10,
  TurnsFailed: channels,
  StepsFailed: channels * stepKinds,
  RecordsStuck: 1,
  // Entered, changed, removed.
  UsersMended: 3,
  HoursMiscounted: 1,
  ScheduleBacklog: 1,
  TurnMs: channels,
  StepMs: channels * stepKinds,
  SendMs: sending,
  ScheduleLagMs: 1,
  UserSyncAgeMs: 1,
} as const satisfies Readonly<Record<MetricName, number>>;

/** Custom metrics of a deployment with every channel, if each is written in each hour: an hour without one is not paid for. */
const ownMetrics = Object.values(combinations).reduce<number>((sum, count) => sum + count, 0);

/** Metrics that alarms watch, those of a sum one by one, without the synthetic visitor: test/lib/alarms.test.ts. */
export const alarmMetrics = 152;

/** For each route: Count, 4xx, 5xx, Latency, IntegrationLatency, DataProcessed. */
export const metricsOfRoute = 6;

/**
 * API Gateway's detailed metrics, for each route that visitors and providers call: charged as custom ones, by the hour.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
 */
const routeMetrics =
  metricsOfRoute *
  routes.filter(({ function: name }) => name === 'webchat' || name === 'poll' || name === 'webhook').length;

const nobody = { webchat: 0, widget: 0, whatsapp: 0, waitingHours: 0, tenants: 0 };

/** The monthly cost without any message, with every channel and one tenant. */
export const fixedUsd = () => sumOf(billOf({ ...nobody, tenants: 1 }));

/** The additional cost of a million messages of REST clients, with few or many environments. */
export function millionUsd(served: 'few' | 'many'): number {
  const million = { ...nobody, webchat: 1_000_000, tenants: 1 };
  return sumOf(billOf(million, served === 'few' ? counts.webchat : counts.scattered)) - fixedUsd();
}

/**
 * The cost of an hour with a thousand open widgets, of which one in twenty is waiting for or with an agent. The
 * others make one request, for their settings.
 */
export function openWidgetsHour(): number {
  const { apiRequest, invocation, gbSecond } = prices;
  const request =
    apiRequest.usd / apiRequest.per + invocation.usd / invocation.per + gbSecondsPerInvocation * gbSecond.usd;
  return 1_000 * request + sumOf(billOf({ ...nobody, waitingHours: 50 })) - sumOf(billOf(nobody));
}

/** The number of records that a busy queue receives and deletes per call. */
const recordsPerCall = 10;

/**
 * The additional cost of a million web chat messages after their turns: settle marks, and at most their runs'
 * reports.
 */
export function backgroundPerMillion(): { readonly marks: number; readonly reports: number } {
  const of = (item: Priced, amount: number) => (amount / prices[item].per) * prices[item].usd;
  const invoked = (amount: number) =>
    of('invocation', amount) + of('gbSecond', amount * gbSecondsPerInvocation);
  // The ends of runs are announced without one.
  const turns = counts.webchat.apiRequests * 1e6;
  const runs = 1e6 / 6;
  return {
    marks: of('queueRequest', turns * (1 + 2 / recordsPerCall)) + invoked(turns / recordsPerCall),
    reports:
      of('writeUnit', runs * runCounts.writeUnits) +
      of('readUnit', runs * runCounts.readUnits) +
      invoked(runs * runCounts.invocations),
  };
}

/** The cost of indexing a million messages of conversations with agents, and of a thousand searches in 100,000 conversations. */
export function searchUsd(): { readonly million: number; readonly thousandSearches: number } {
  const { writeUnits, readUnits, readUnitsOfSearch } = searchCounts;
  const of = (item: Priced, amount: number) => (amount / prices[item].per) * prices[item].usd;
  return {
    million: of('writeUnit', 1e6 * writeUnits) + of('readUnit', 1e6 * readUnits),
    thousandSearches:
      of('readUnit', 1_000 * readUnitsOfSearch) +
      of('apiRequest', 1_000) +
      of('invocation', 1_000) +
      of('gbSecond', 1_000 * 0.5),
  };
}

/** A thousand of each of the visitor's side, in dollars, beside a deployment's fixed cost. */
export const sideUsd = (item: SideItem): number =>
  sumOf(billOf({ ...nobody, side: { [item]: 1_000 } })) - sumOf(billOf(nobody));

/** The sum of a bill. */
export const sumOf = (bill: readonly BillLine[]): number => bill.reduce((sum, { usd }) => sum + usd, 0);
