import { createControls } from './controls.ts';
import { askWhy, button, byId, element, follow, request } from './elements.ts';
import type {
  ChatMessage,
  ShownChoice,
  ShownTyping,
  SimulatorState,
  UserMessage,
  WhyStep,
  WireLine,
  WireMessage,
} from './protocol.ts';
import { createTranscript } from './transcript.ts';

const messages = new Map<string, ChatMessage>();
const notice = byId('notice', HTMLParagraphElement);
const text = byId('text', HTMLInputElement);
const sheet = byId('sheet', HTMLDialogElement);
let state: SimulatorState | null = null;

const notTaken = 'The simulator did not take this. Is it still running?';

const clockOf = (time: string): string => new Date(time).toLocaleTimeString();

const controls = createControls({
  onChosen: openChat,
  onRefused: () => {
    notice.textContent = notTaken;
  },
});
const transcript = createTranscript({ say, openList, edit, canChange });
/** The message that is edited in the field; null while a new one is written. */
let edited: ChatMessage | null = null;

const shownLines = 100;

const wire = createWire();
const typing = createTyping(isOpen);

/** Shows that the business writes in the chat that is open, until it has written or the time is over. */
function createTyping(isOpen: (chat: Pick<ChatMessage, 'account' | 'userId'>) => boolean) {
  const line = byId('typing', HTMLParagraphElement);
  const writing = new Map<string, ShownTyping>();
  const keyOf = ({ account, userId }: Pick<ChatMessage, 'account' | 'userId'>) => `${account} ${userId}`;
  const show = () => {
    const isShown = [...writing.values()].some((one) => isOpen(one) && one.untilMs > Date.now());
    line.textContent = isShown ? 'writes …' : '';
    line.hidden = !isShown;
  };
  return {
    show,
    begin(shown: ShownTyping) {
      writing.set(keyOf(shown), shown);
      setTimeout(show, Math.max(0, shown.untilMs - Date.now()) + 50);
      show();
    },
    /** Resolves when the text is there. */
    end(message: ChatMessage) {
      if (message.author === 'business') writing.delete(keyOf(message));
      show();
    },
  };
}

function isOpen({ account, userId }: Pick<ChatMessage, 'account' | 'userId'>): boolean {
  const chosen = controls.chosen();
  return account === chosen.account && userId === chosen.userId;
}

function openChat(): void {
  const { account, userId } = controls.chosen();
  const known = state?.accounts.find(({ key }) => key === account);
  const user = state?.users.find(({ id }) => id === userId);
  byId('chat-title', HTMLHeadingElement).textContent = known?.tenantName ?? 'No account';
  byId('avatar', HTMLSpanElement).textContent = known?.tenantName.slice(0, 1) ?? '';
  byId('chat-about', HTMLParagraphElement).textContent = `${known?.title ?? ''} · ${user?.name ?? ''}`;
  transcript.open([...messages.values()].filter(isOpen));
  typing.show();
}

/** False if the simulator rejected it, which the page then says. */
async function say(message: UserMessage): Promise<boolean> {
  const sent = await request('say', { ...(await controls.settled()), message });
  notice.textContent = sent ? '' : notTaken;
  return sent;
}

function edit(message: ChatMessage): void {
  edited = message;
  text.value = message.content.text ?? '';
  notice.textContent = 'Send it as it shall be now, or empty the field.';
  text.focus();
}

function canChange({ account }: ChatMessage): boolean {
  return state?.accounts.find(({ key }) => key === account)?.channel !== 'contactcenter';
}

function openList(title: string, rows: readonly ShownChoice[], replyTo: string): void {
  byId('sheet-title', HTMLHeadingElement).textContent = title;
  byId('rows', HTMLDivElement).replaceChildren(
    ...rows.map((row) => {
      const made = button(row.title, () => {
        sheet.close();
        void say({ type: 'list', ...row, replyTo });
      });
      if (row.description !== undefined) made.append(element('small', {}, row.description));
      return made;
    }),
  );
  sheet.showModal();
}

/** The newest calls first. */
function createWire(): { show(lines: readonly WireLine[]): void; add(line: WireLine): void } {
  const list = byId('wire', HTMLOListElement);
  // Scrollable content must be reachable by keyboard.
  list.tabIndex = 0;
  const add = (line: WireLine) => {
    list.prepend(row(line));
    while (list.childElementCount > shownLines) list.lastElementChild?.remove();
  };
  return {
    show(lines) {
      list.replaceChildren();
      for (const line of lines) add(line);
    },
    add,
  };
}

function row(line: WireLine): HTMLElement {
  const { direction, account, summary, status } = line;
  const what = direction === 'webhook' ? `→ webhook: ${summary}` : `← send: ${summary}`;
  const tone = typeof status === 'number' && status < 300 ? 'good' : 'bad';
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      element('span', {}, what),
      element('span', { class: `status ${tone}` }, String(status)),
      element('span', { class: 'account' }, account),
    ),
  );
  // A hundred closed lines hold no JSON.
  const fill = () => {
    if (details.childElementCount === 1) details.append(insideOf(line));
  };
  details.addEventListener('toggle', fill);
  return element('li', { class: 'call' }, details);
}

function insideOf({ atMs, details: { call, request, answer, messages } }: WireLine): HTMLElement {
  const time = new Date(atMs).toISOString();
  return element(
    'div',
    { class: 'inside' },
    element('p', {}, element('code', {}, call), ' ', element('time', { datetime: time }, clockOf(time))),
    ...messages.map(messageBlock),
    block('Request', request),
    block('Answer', answer),
  );
}

function block(title: string, text: string): HTMLElement {
  const body = text === '' ? element('p', { class: 'nothing' }, 'empty') : element('pre', {}, text);
  if (text !== '') body.tabIndex = 0;
  return element('section', {}, element('h3', {}, title), body);
}

/** A message's ID, and its trace once it is requested. */
function messageBlock(message: WireMessage): HTMLElement {
  const answer = element('div', { class: 'why', 'aria-live': 'polite' });
  const show = async () => answer.replaceChildren(stepsOf(await askWhy(message)));
  const ask = button('Why?', show, { class: 'ask' });
  return element(
    'section',
    {},
    element('h3', {}, message.title),
    element('p', { class: 'id' }, element('code', {}, message.id), ask),
    answer,
  );
}

function stepsOf(steps: readonly WhyStep[] | null): HTMLElement {
  if (!steps) return element('p', { class: 'nothing' }, 'The simulator did not answer. Is it still running?');
  if (steps.length === 0)
    return element('p', { class: 'nothing' }, 'The gateway knows nothing of this message.');
  return element(
    'ol',
    {},
    ...steps.map(({ at, what, detail }) =>
      element(
        'li',
        { class: 'step' },
        element('b', {}, what),
        element('time', at ? { datetime: at } : {}, at ? clockOf(at) : 'not yet'),
        element('span', {}, detail),
      ),
    ),
  );
}

/** What can be sent other than text. */
const samples: readonly (readonly [label: string, message: UserMessage])[] = [
  ['Picture', { type: 'image', caption: 'My receipt' }],
  ['Voice', { type: 'audio' }],
  ['Video', { type: 'video', caption: 'Unboxing' }],
  ['Document', { type: 'document', filename: 'contract.pdf', mimeType: 'application/pdf' }],
  ['Sticker', { type: 'sticker' }],
  ['Place', { type: 'location', latitude: 48.858093, longitude: 2.294694, name: 'Eiffel Tower' }],
  ['Contact', { type: 'contacts', names: ['Grace Hopper'] }],
  ['Poll (unsupported)', { type: 'unsupported' }],
  ['Hologram (unknown)', { type: 'unknown' }],
];

createAttachments(say);

/** The sheet of other things to send, opened by the `+` button and closed by Escape. */
function createAttachments(say: (message: UserMessage) => void): void {
  const sheet = byId('attachments', HTMLFieldSetElement);
  const opener = byId('attach', HTMLButtonElement);
  const show = (open: boolean) => {
    sheet.hidden = !open;
    opener.setAttribute('aria-expanded', String(open));
  };
  sheet.append(
    ...samples.map(([label, message]) =>
      button(label, () => {
        show(false);
        opener.focus();
        say(message);
      }),
    ),
  );
  opener.addEventListener('click', () => show(sheet.hasAttribute('hidden')));
  sheet.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    show(false);
    opener.focus();
  });
}

byId('close-sheet', HTMLButtonElement).addEventListener('click', () => sheet.close());
byId('composer', HTMLFormElement).addEventListener('submit', async (event) => {
  event.preventDefault();
  const words = text.value.trim();
  text.value = '';
  const before = edited;
  edited = null;
  if (before && isOpen(before)) {
    notice.textContent = '';
    if (words !== '') await say({ type: 'edit', messageId: before.id, text: words });
    return;
  }
  if (words === '' || (await say({ type: 'text', text: words }))) return;
  // Text typed in the meantime goes after it.
  text.value = [words, text.value].filter((part) => part !== '').join(' ');
});

follow(
  {
    snapshot(snapshot) {
      state = snapshot.state;
      messages.clear();
      for (const message of snapshot.messages) messages.set(message.id, message);
      controls.show(snapshot.state);
      wire.show(snapshot.lines);
      openChat();
    },
    state(next) {
      state = next;
      controls.show(next);
    },
    message(message) {
      const isNew = !messages.has(message.id);
      messages.set(message.id, message);
      if (isOpen(message)) transcript.put(message);
      if (isNew) typing.end(message);
    },
    typing: typing.begin,
    line: wire.add,
  },
  (connected) => {
    notice.textContent = connected ? '' : 'The connection is lost; it is being tried again.';
  },
);
