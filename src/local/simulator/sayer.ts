import type { SimulatedAccount } from './accounts.ts';
import type { ChatBook } from './chat-book.ts';
import type { Courier, GatewayStatus } from './courier.ts';
import type { Mood } from './hostility.ts';
import type { UserMessage } from './page/protocol.ts';
import { providers } from './providers.ts';
import { showSaid } from './show-said.ts';
import type { Users } from './users.ts';
import type { Windows } from './windows.ts';

/** What came of a user's message. */
export interface Said {
  /** The provider's id. */
  readonly id: string;
  readonly status: GatewayStatus;
}

/** @throws Error when there is no such account */
export type Say = (account: string, userId: string, message: UserMessage | string) => Promise<Said>;

export interface SayerOptions {
  readonly accounts: () => readonly SimulatedAccount[];
  readonly users: Users;
  readonly windows: Windows;
  readonly book: ChatBook;
  readonly mood: Mood;
  readonly courier: Courier;
  readonly nowMs: () => number;
}

/** Lets users say something: it shows on their phone, opens the window, and is brought to the gateway. */
export function sayer({ accounts, users, windows, book, mood, courier, nowMs }: SayerOptions): Say {
  return async (key, userId, said) => {
    const account = accounts().find((one) => one.key === key);
    if (!account) throw new Error(`there is no account ${key}`);
    const message: UserMessage = typeof said === 'string' ? { type: 'text', text: said } : said;
    const user = users.known(userId);
    const id = providers[account.channel].newId();
    const atMs = nowMs();
    // As the provider counts: what is said of a message is none.
    if (!('messageId' in message)) windows.open(account, user, atMs);
    showSaid(book, { id, account: key, userId: user.id, atMs }, message);
    const scoped = mood.rolls('noPhoneNumbers');
    const status = await courier.bring({ kind: 'message', id, account, user, message, scoped, atMs });
    if (status === 200) book.tick(id, 'delivered');
    else book.tick(id, 'failed', `the gateway answered ${status ?? 'nothing'}`);
    return { id, status };
  };
}
