import { follow, request } from './api.ts';
import { createAttachments } from './attachments.ts';
import { createControls } from './controls.ts';
import { button, byId, element } from './elements.ts';
import type { ChatMessage, ShownChoice, SimulatorState, UserMessage } from './protocol.ts';
import { createTranscript } from './transcript.ts';
import { createTyping } from './typing.ts';
import { createWire } from './wire.ts';

const messages = new Map<string, ChatMessage>();
const notice = byId('notice', HTMLParagraphElement);
const text = byId('text', HTMLInputElement);
const sheet = byId('sheet', HTMLDialogElement);
let state: SimulatorState | null = null;

const notTaken = 'The simulator did not take this. Is it still running?';
const controls = createControls({
  onChosen: openChat,
  onRefused: () => {
    notice.textContent = notTaken;
  },
});
const transcript = createTranscript({ say, openList, edit, canChange });
/** The message that is edited in the field; null while a new one is written. */
let edited: ChatMessage | null = null;
const wire = createWire();
const typing = createTyping(isOpen);

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

/** False when the simulator did not take it, which the page says. */
async function say(message: UserMessage): Promise<boolean> {
  const said = await request('say', { ...(await controls.settled()), message });
  notice.textContent = said ? '' : notTaken;
  return said;
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

createAttachments(say);
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
  // What was written meanwhile stands behind it.
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
