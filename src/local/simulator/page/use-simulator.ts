import { create } from 'zustand';
import type {
  ChatMessage,
  Hostility,
  PageEvents,
  PhoneState,
  SimulatorState,
  UserMessage,
  WireLine,
} from './protocol.ts';
import { follow, request } from './requests.ts';

/** What the page shows. */
interface Shown {
  /** Null until the simulator has sent it. */
  readonly state: SimulatorState | null;
  readonly messages: ReadonlyMap<string, ChatMessage>;
  /** The newest calls first. */
  readonly lines: readonly WireLine[];
  /** The chats in which the business is writing, and until when at most. */
  readonly typing: ReadonlyMap<string, number>;
  /** The chat on the phone. */
  readonly account: string;
  readonly userId: string;
  /** What is typed. */
  readonly text: string;
  /** The message that is edited in the field; null while a new one is written. */
  readonly edited: ChatMessage | null;
  readonly notice: string;
}

type Chat = Pick<Shown, 'account' | 'userId'>;

/** The simulator's state, as its events report it, and the user's choices. */
export const useSimulator = create<Shown>()(() => ({
  ...{ state: null, messages: new Map(), lines: [], typing: new Map() },
  ...{ account: '', userId: '', text: '', edited: null, notice: '' },
}));
const { getState: get, setState: set, subscribe } = useSimulator;

const notTaken = 'The simulator did not take this. Is it still running?';
const shownLines = 100;
const keyOf = ({ account, userId }: Chat) => `${account} ${userId}`;

/** Whether the business is writing in a chat. */
export const isTypingIn = (typing: Shown['typing'], chat: Chat) => typing.has(keyOf(chat));
/** Whether a message belongs to a chat. */
export const isIn = (chat: Chat, message: Chat) => keyOf(chat) === keyOf(message);
const notify = (notice: string) => set({ notice });

const until = (fits: (shown: Shown) => boolean) =>
  new Promise<void>((resolve) => {
    if (fits(get())) return resolve();
    const stop = subscribe((shown) => {
      if (!fits(shown)) return;
      stop();
      resolve();
    });
  });

/** Resolves once accounts and users are loaded and requested users exist. */
let settled = until(({ state }) => state !== null);

/** Adds a user and opens the chat with them. */
export function addUser(): void {
  const add = async () => {
    const before = get().state?.users.length ?? 0;
    if (!(await request('users', { name: `Visitor ${before + 1}` }))) return notify(notTaken);
    await until(({ state }) => (state?.users.length ?? 0) > before);
    set(({ state }) => ({ userId: state?.users.at(-1)?.id ?? '' }));
  };
  settled = settled.then(add);
}

/** Changes the phone's state or a failure mode, here at once. */
export function changeMood(change: {
  readonly phone?: PhoneState;
  readonly hostility?: Partial<Hostility>;
}): void {
  set(({ state }) => ({
    state: state && { ...state, ...change, hostility: { ...state.hostility, ...change.hostility } },
  }));
  void request('mood', change);
}

/** Sends a message of the user. @returns false if the simulator rejected it; the page then shows a notice */
export async function say(message: UserMessage): Promise<boolean> {
  await settled;
  const { account, userId } = get();
  const isSent = await request('say', { account, userId, message });
  notify(isSent ? '' : notTaken);
  return isSent;
}

/** Copies a message of the user into the field, to be sent again. */
export function edit(edited: ChatMessage): void {
  set({ edited, text: edited.content.text ?? '', notice: 'Change the message, then send it.' });
}

/** Sends what is typed. */
export async function sendText(): Promise<void> {
  const { text, edited, ...chat } = get();
  const words = text.trim();
  set({ text: '', edited: null });
  if (words === '') return;
  if (edited && isIn(chat, edited)) await say({ type: 'edit', messageId: edited.id, text: words });
  // Text typed in the meantime goes after a message that was not taken.
  else if (!(await say({ type: 'text', text: words })))
    set((now) => ({ text: [words, now.text].filter((part) => part !== '').join(' ') }));
}

const chosenIn = (state: SimulatorState) => (now: Shown) => ({
  state,
  account: now.account || (state.accounts[0]?.key ?? ''),
  userId: now.userId || (state.users[0]?.id ?? ''),
});

follow<PageEvents>(
  '/simulator/events',
  {
    snapshot({ state, messages, lines }) {
      set({ messages: new Map(messages.map((one) => [one.id, one])), lines: lines.toReversed() });
      set(chosenIn(state));
    },
    state: (state) => set(chosenIn(state)),
    message: (message) =>
      set(({ messages, typing }) => {
        const isReply = message.author === 'business' && !messages.has(message.id);
        const others = [...typing].filter(([key]) => key !== keyOf(message));
        return {
          messages: new Map(messages).set(message.id, message),
          ...(isReply && { typing: new Map(others) }),
        };
      }),
    line: (line) => set(({ lines }) => ({ lines: [line, ...lines].slice(0, shownLines) })),
    typing(shown) {
      set(({ typing }) => ({ typing: new Map(typing).set(keyOf(shown), shown.untilMs) }));
      const end = () =>
        set(({ typing }) => ({ typing: new Map([...typing].filter(([, untilMs]) => untilMs > Date.now())) }));
      setTimeout(end, Math.max(0, shown.untilMs - Date.now()) + 50);
    },
  },
  notify,
);
