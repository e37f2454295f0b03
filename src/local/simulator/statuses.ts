import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedAccount } from './accounts.ts';
import type { ChatBook } from './chat-book.ts';
import type { Courier } from './courier.ts';
import type { Mood } from './hostility.ts';
import type { PhoneState } from './page/protocol.ts';
import type { SimulatedUser } from './provider.ts';

/** A message that a business sent, and whose fate the provider tells. */
export interface SentMessage {
  readonly id: string;
  readonly account: SimulatedAccount;
  readonly user: SimulatedUser;
  /** The business knows the user without a phone number. */
  readonly scoped: boolean;
  readonly replyId: string;
}

type State = 'sent' | 'delivered' | 'read' | 'failed';

const stages: Readonly<Record<PhoneState, readonly State[]>> = {
  'in-hand': ['sent', 'delivered', 'read'],
  'in-pocket': ['sent', 'delivered'],
  'switched-off': ['sent'],
  gone: ['failed'],
};

export interface StatusOptions {
  readonly mood: Mood;
  readonly courier: Courier;
  readonly book: ChatBook;
  readonly nowMs: () => number;
  readonly lateMs: number;
}

/** Tells the statuses of messages as far as the phone lets them come. */
export function statusTeller({ mood, courier, book, nowMs, lateMs }: StatusOptions) {
  const told = new Map<string, Set<State>>();
  const sent: SentMessage[] = [];
  const late = new Set<Promise<void>>();
  const stopping = new AbortController();

  const refusedLater = new Set<string>();

  const tellState = async (message: SentMessage, state: State) => {
    const { id, account, user, scoped, replyId } = message;
    const isLate = refusedLater.has(id) && state === 'failed';
    const about = { id, account, user, scoped, state, replyId, atMs: nowMs() } as const;
    const item = { kind: 'status', ...about, ...(isLate && { reason: 'window-closed' as const }) } as const;
    const status = await courier.bring(item);
    const reason = isLate ? '131047 Re-engagement message' : '131026 Message undeliverable';
    if (status === 200) book.tick(id, state, state === 'failed' ? reason : undefined);
  };

  /** The states that a message is still to pass, in the order in which they are told. */
  const tell = (message: SentMessage) => {
    const known = told.get(message.id) ?? new Set();
    told.set(message.id, known);
    // What has arrived does not fail any more.
    const phone = known.has('delivered') && mood.phone === 'gone' ? [] : stages[mood.phone];
    const wanted: readonly State[] = refusedLater.has(message.id) ? ['sent', 'failed'] : phone;
    const next = wanted.filter((state) => !known.has(state));
    for (const state of next) known.add(state);
    const order = mood.rolls('backwardStatuses') ? next.toReversed() : next;
    return Promise.all(order.map((state) => tellState(message, state)));
  };

  const tellLate = async (message: SentMessage) => {
    await sleep(lateMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (!stopping.signal.aborted) await tell(message);
  };

  return {
    /** Tells of a message that was just sent. */
    follow(message: SentMessage): void {
      sent.push(message);
      if (mood.rolls('lateRefusals')) refusedLater.add(message.id);
      if (!mood.rolls('lateStatuses')) return void tell(message);
      const work = tellLate(message).finally(() => late.delete(work));
      late.add(work);
    },
    /** Tells what the phone's new state lets messages reach. */
    catchUp(): void {
      for (const message of sent) void tell(message);
    },
    /** Resolves once no status is held back. */
    async settled(): Promise<void> {
      while (late.size > 0) await Promise.all(late);
    },
    stop: () => stopping.abort(),
  };
}
