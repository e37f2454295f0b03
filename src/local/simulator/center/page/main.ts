import { button, byId, element, post } from '../../page/elements.ts';
import type {
  CenterAction,
  CenterEntry,
  CenterHandoff,
  CenterMood,
  CenterRequests,
  CenterState,
} from './protocol.ts';

const moods: Readonly<Record<keyof CenterMood, string>> = {
  answers: 'Answers for the tenants with a contact center',
  fails: 'Fails: every call is answered with 500',
  repeats: 'Says everything three times',
  shuffles: 'Says things in another order',
  gaps: 'Leaves out a position each time',
};
/** The interval of typing events. */
const typesEveryMs = 3_000;
const notice = byId('notice', HTMLParagraphElement);
const text = byId('text', HTMLInputElement);
const agent = byId('agent', HTMLInputElement);
const entries = byId('entries', HTMLDivElement);
// Scrollable content must be reachable by keyboard.
entries.tabIndex = 0;
let state: CenterState | null = null;
let chosen: string | null = null;
let typesUntilMs = 0;
/** The visitor messages already reported as read. */
const read = new Set<string>();

async function request<N extends keyof CenterRequests>(name: N, body: CenterRequests[N]): Promise<void> {
  const response = await post(`/desk/${name}`, body);
  notice.textContent = response?.ok ? '' : 'The desk did not take this. Is the stack still running?';
}

const current = (): CenterHandoff | undefined => state?.handoffs.find(({ id }) => id === chosen);

function act(action: CenterAction): void {
  const handoff = current();
  if (handoff) void request('act', { handoffId: handoff.id, agent: agent.value.trim() || 'Zoe', action });
}

function switches(mood: CenterMood): void {
  const names = Object.keys(moods) as (keyof CenterMood)[];
  const box = byId('mood', HTMLDivElement);
  if (box.childElementCount === 0) {
    for (const name of names) {
      const input = element('input', { type: 'checkbox', role: 'switch', id: `mood-${name}` });
      input.addEventListener('change', () => void request('mood', { [name]: input.checked }));
      box.append(element('label', { class: 'switch' }, input, moods[name]));
    }
  }
  for (const name of names) byId(`mood-${name}`, HTMLInputElement).checked = mood[name];
}

function list(handoffs: readonly CenterHandoff[]): void {
  const rows = handoffs.map((handoff) => {
    const { id, visitor, reason, channel, state: is } = handoff;
    const made = button(visitor || 'Somebody', () => choose(id), { 'aria-pressed': String(id === chosen) });
    made.append(element('small', {}, `${is === 'ended' ? 'Ended · ' : ''}${channel} · ${reason}`));
    return element('li', {}, made);
  });
  const nobody = element(
    'li',
    { class: 'about' },
    'Nobody waits. Have the desk answer, then ask a flow for a human.',
  );
  const box = byId('handoffs', HTMLUListElement);
  const hadFocus = box.contains(document.activeElement);
  box.replaceChildren(...(rows.length > 0 ? rows : [nobody]));
  if (hadFocus) box.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
}

const ticks: Readonly<Record<NonNullable<CenterEntry['receipt']>, string>> = {
  sent: '✓',
  delivered: '✓✓',
  read: '✓✓',
  failed: '✕',
};

/** A line of the story; of an agent's, how far it has come. */
function lineOf({ author, text: words, receipt, reason }: CenterEntry): HTMLElement {
  const receiptText = receipt && [
    element('span', { class: `tick ${receipt}`, 'aria-hidden': 'true' }, ticks[receipt]),
    receipt === 'failed' && reason !== undefined ? `failed: ${reason}` : receipt,
  ];
  return element(
    'div',
    { class: `entry ${author}` },
    words,
    receiptText ? element('small', {}, ...receiptText) : null,
  );
}

/** Reports each visitor message as read, once. */
function sendRead({ id, state: is, entries: lines }: CenterHandoff): void {
  const last = lines.findLast(({ author }) => author === 'user');
  if (!last || is !== 'open' || document.hidden || read.has(`${id} ${last.id}`)) return;
  read.add(`${id} ${last.id}`);
  act({ type: 'reads' });
}

function chat(): void {
  const handoff = current();
  byId('chat-title', HTMLHeadingElement).textContent = handoff
    ? handoff.visitor || 'Somebody'
    : 'No handoff is chosen';
  byId('chat-about', HTMLParagraphElement).textContent = handoff
    ? `${handoff.account} · queue ${handoff.queue}${handoff.typing ? ' · is writing…' : ''}`
    : '';
  byId('chat', HTMLElement).toggleAttribute('data-empty', !handoff);
  entries.replaceChildren(...(handoff?.entries ?? []).map(lineOf));
  entries.scrollTop = entries.scrollHeight;
  const isOpen = handoff?.state === 'open';
  for (const id of ['accept', 'return', 'close']) byId(id, HTMLButtonElement).disabled = !isOpen;
  text.disabled = !handoff;
  if (handoff) sendRead(handoff);
}

function choose(id: string): void {
  chosen = id;
  if (state) list(state.handoffs);
  chat();
}

byId('accept', HTMLButtonElement).addEventListener('click', () => act({ type: 'accepts' }));
byId('return', HTMLButtonElement).addEventListener('click', () => act({ type: 'ends', how: 'return' }));
byId('close', HTMLButtonElement).addEventListener('click', () => act({ type: 'ends', how: 'close' }));
text.addEventListener('input', () => {
  if (Date.now() < typesUntilMs) return;
  typesUntilMs = Date.now() + typesEveryMs;
  act({ type: 'types' });
});
byId('composer', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  const words = text.value.trim();
  text.value = '';
  if (words !== '') act({ type: 'says', text: words });
});

const source = new EventSource('/desk/events');
source.addEventListener('message', ({ data }) => {
  const next: CenterState = JSON.parse(data);
  state = next;
  chosen ??= next.handoffs[0]?.id ?? null;
  switches(next.mood);
  list(next.handoffs);
  chat();
});
source.addEventListener('open', () => {
  notice.textContent = '';
});
source.addEventListener('error', () => {
  notice.textContent = 'The connection is lost; it is being tried again.';
});
