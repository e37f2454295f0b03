import { askWhy } from './api.ts';
import { button, byId, element } from './elements.ts';
import type { WhyStep, WireLine, WireMessage } from './protocol.ts';

const shownLines = 100;

/** The newest calls first. */
export function createWire(): { show(lines: readonly WireLine[]): void; add(line: WireLine): void } {
  const list = byId('wire', HTMLOListElement);
  // What scrolls must be reached by keyboard.
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

/** A message's id, and what the gateway knows of it once that is asked. */
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

const clockOf = (time: string): string => new Date(time).toLocaleTimeString();
