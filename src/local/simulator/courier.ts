import { setTimeout as sleep } from 'node:timers/promises';
import { shuffled } from '../shuffled.ts';
import type { Mood } from './hostility.ts';
import type { WebhookCall, WebhookItem } from './provider.ts';
import { providerOf } from './providers.ts';

/** The gateway's response; `null` if there was none. */
export type GatewayStatus = number | null;

/** Brings webhooks to the gateway. */
export interface Courier {
  /** Resolves once the gateway has taken the item, refused it, or it was tried too often. */
  bring(item: WebhookItem): Promise<GatewayStatus>;
  /** Resolves once nothing is pending. */
  settled(): Promise<void>;
  stop(): void;
}

export interface CourierOptions {
  readonly mood: Mood;
  /** Makes the call. */
  readonly post: (call: WebhookCall) => Promise<GatewayStatus>;
  /** The delay before a failed call is retried. */
  readonly retryAfterMs: (attempt: number) => number;
}

interface Parcel {
  readonly item: WebhookItem;
  readonly done: (status: GatewayStatus) => void;
}

const attempts = 10;
const lanesAtOnce = 16;

/**
 * Without unkindness each item is a body of its own and a chat's items come in their order. What is handed over in one
 * tick of the event loop travels together, and is what reordering and batches mix.
 */
export function createCourier({ mood, post, retryAfterMs }: CourierOptions): Courier {
  const waiting: Parcel[] = [];
  const underWay = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  let running = false;

  const track = <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work)).catch(() => undefined);
    return work;
  };

  /** A provider delivers again what got no 2xx; a 4xx of ours would be one forever. */
  const postUntilTaken = async (call: WebhookCall): Promise<GatewayStatus> => {
    for (let attempt = 1; ; attempt += 1) {
      const status = await post(call);
      const passes = status === null || status >= 500;
      if (!passes || attempt === attempts || stopping.signal.aborted) return status;
      await sleep(retryAfterMs(attempt), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };

  const deliver = async (call: WebhookCall, parcels: readonly Parcel[]): Promise<void> => {
    const again = mood.rolls('duplicates');
    const [status] = await Promise.all([postUntilTaken(call), again && postUntilTaken(call)]);
    if (again) await postUntilTaken(call);
    for (const { item, done } of parcels) if (call.items.includes(item)) done(status);
  };

  const run = async () => {
    running = true;
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const wave = waiting.splice(0);
      const lanes = planCalls(wave, mood);
      const next = async (): Promise<void> => {
        for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
          for (const call of lane) await deliver(call, wave);
        }
      };
      await Promise.all(Array.from({ length: lanesAtOnce }, next));
    }
    running = false;
  };

  return {
    bring: (item) =>
      track(
        new Promise<GatewayStatus>((done) => {
          waiting.push({ item, done });
          if (!running) void track(run());
        }),
      ),
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    stop: () => stopping.abort(),
  };
}

/** The calls of a wave in lanes: a lane's calls follow each other. */
function planCalls(wave: readonly Parcel[], mood: Mood): WebhookCall[][] {
  const inOrder = wave.map(({ item }) => item);
  const items = mood.rolls('reordering') ? shuffled(inOrder, mood.random) : inOrder;
  const callsOf = (some: readonly WebhookItem[]) => {
    const [first] = some;
    return first ? providerOf(first.account).webhookCalls(some, { unknown: mood.rolls('unknownTypes') }) : [];
  };
  if (mood.rolls('batches')) {
    return [...Map.groupBy(items, ({ account }) => account.channel).values()].map(callsOf);
  }
  const chats = Map.groupBy(items, ({ account, user }) => `${account.key}|${user.id}`);
  return [...chats.values()].map((chat) => chat.flatMap((item) => callsOf([item])));
}
