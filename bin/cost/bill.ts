import { type Counts, counts } from './counts.ts';
import { type Priced, prices } from './prices.ts';

/** What happens in a month. */
export interface Traffic {
  /** Messages of REST clients. */
  readonly webchat: number;
  /** Messages of the widget: each has a preflight and one look for what is new. */
  readonly widget: number;
  /** WhatsApp messages, each with one reply and three statuses of it. */
  readonly whatsapp: number;
  /** Hours for which visitors wait for a human, all of them together. */
  readonly waitingHours: number;
  readonly tenants: number;
}

export interface BillLine {
  readonly item: Priced;
  readonly amount: number;
  readonly usd: number;
}

/** 50 ms of 512 MB, an assumption: a flow that waits for a service pays for the wait. */
const gbSecondsPerInvocation = 0.025;
/** A long-poll of 25 s in an hour, each a read every 700 ms. */
const pollsPerHour = 144;
const gbSecondsPerPoll = 12.5;
const readsPerPoll = 36 * 0.5;
const logBytes = { webchat: 2_500, whatsapp: 9_600 } as const;

/** The bill of a month by AWS's list prices, the largest line first. */
export function billOf(traffic: Traffic): readonly BillLine[] {
  const { webchat, widget, whatsapp, waitingHours, tenants } = traffic;
  const chats = webchat + widget;
  const polls = waitingHours * pollsPerHour;
  const of = (pick: (of: Counts) => number) =>
    chats * pick(counts.webchat) + whatsapp * pick(counts.whatsapp);
  const invocations = of(({ invocations: n }) => n) + 2 * widget + polls;
  const replies = whatsapp * counts.whatsappReplies;
  const amounts: Readonly<Record<Priced, number>> = {
    apiRequest: of(({ apiRequests }) => apiRequests) + 2 * widget + polls,
    invocation: invocations,
    gbSecond: (invocations - polls) * gbSecondsPerInvocation + polls * gbSecondsPerPoll,
    // The dearer of the two: a busy deployment has many environments.
    writeUnit: chats * counts.scatteredWriteUnits + whatsapp * counts.whatsapp.writeUnits,
    readUnit: of(({ readUnits }) => readUnits) + widget + polls * readsPerPoll,
    event: of(({ events }) => events),
    pipe: replies,
    // Each record is sent, received and deleted: those of our own code, and those of the pipe.
    fifoRequest: 3 * (of(({ fifoSends }) => fifoSends) + replies),
    // The queue before the pipe.
    queueRequest: 2 * replies,
    logGb: (chats * logBytes.webchat + whatsapp * logBytes.whatsapp) / 1e9,
    alarmMetric: 100,
    metric: 80,
    secret: 2 + 2 * tenants,
  };
  return (Object.entries(amounts) as [Priced, number][])
    .map(([item, amount]) => ({ item, amount, usd: (amount / prices[item].per) * prices[item].usd }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => b.usd - a.usd);
}

/** The sum of a bill. */
export const sumOf = (bill: readonly BillLine[]): number => bill.reduce((sum, { usd }) => sum + usd, 0);
