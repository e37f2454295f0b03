import { initialsOf } from '../../contract/initials.ts';
import { safeHref, splitLinks } from '../../contract/rich/links.ts';
import type { Language } from '../language.ts';
import type { Entry } from '../transcript.ts';
import { face, h, icon } from './dom.ts';
import { link } from './link.ts';
import { isRich, type Rich } from './rich-part.ts';

export interface BubbleActions {
  retry(itemId: string): void;
  discard(itemId: string): void;
  /** @param replyTo the message that offers it */
  choose(text: string, replyTo?: string): void;
}

/** An entry's position in its group. */
export interface Place {
  /** First of a run of the same author. */
  readonly first: boolean;
  readonly last: boolean;
  /** The last one of a group, which shows the time; others show it on hover. */
  readonly timed: boolean;
  /** The day that it is the first of, in words. */
  readonly day: string;
}

/** One message. */
export function bubble(
  entry: Entry,
  { first, last, timed, day }: Place,
  language: Language,
  actions: BubbleActions,
  rich: Rich | null,
): HTMLElement {
  const { texts } = language;
  const who = { user: texts.you, bot: texts.bot, agent: entry.agent ?? texts.agent }[entry.author];
  return h(
    'div',
    { class: `message ${entry.author} ${entry.state}${first ? ' first' : ''}${last ? ' last' : ''}` },
    day ? h('div', { class: 'day' }, day) : null,
    fromLine(entry, who, first && entry.author !== 'user'),
    entry.text ? textElement(entry, rich) : null,
    ...entry.attachments.map((attachment) =>
      rich ? rich.attachmentElement(attachment, language) : attachmentLink(attachment, language),
    ),
    rich && entry.cards.length > 0
      ? rich.cardList(entry.cards, texts.cards, (value) => actions.choose(value, entry.id))
      : null,
    stateLine(entry, timed, language, actions),
  );
}

/** The author's line: visible above the first of a group, announced with each. */
function fromLine({ author }: Entry, name: string, isSeen: boolean): HTMLElement {
  const colon = h('span', { class: 'unseen' }, ': ');
  return h(
    'div',
    { class: isSeen ? 'from' : 'unseen' },
    isSeen ? face(author === 'agent' ? initialsOf(name) : icon('bot')) : null,
    h('span', { class: 'who' }, h('bdi', {}, name), colon),
  );
}

function textElement(entry: Entry, rich: Rich | null): HTMLElement {
  if (rich && entry.author !== 'user' && isRich(entry))
    return h(
      'div',
      { class: 'bubble rich', part: 'bubble', dir: 'auto' },
      ...rich.richText(entry.markdown ?? entry.text),
    );
  const text = splitLinks(entry.text).map((part) =>
    typeof part === 'string' ? part : link(part.href, '', part.text),
  );
  return h('div', { class: 'bubble', part: 'bubble', dir: 'auto' }, ...text);
}

/** A link to an attachment, until the part that displays it is loaded. */
function attachmentLink({ url, filename }: Entry['attachments'][number], { texts }: Language): HTMLElement {
  const href = safeHref(url);
  const name = filename ?? texts.attachment;
  return href ? link(href, '', name) : h('span', {}, name);
}

const signInCodes = ['invalid_visitor_token', 'visitor_token_expired'];

function stateLine(
  { state, timestamp, itemId = '', code = '' }: Entry,
  timed: boolean,
  { texts, time }: Language,
  { retry, discard }: BubbleActions,
): HTMLElement | null {
  if (state === 'failed') {
    const again = h('button', { type: 'button' }, texts.retry);
    again.addEventListener('click', () => retry(itemId));
    const away = h('button', { type: 'button' }, texts.discard);
    away.addEventListener('click', () => discard(itemId));
    return h(
      'div',
      { class: 'state' },
      h('span', {}, signInCodes.includes(code) ? texts.signIn : texts.failed),
      again,
      away,
    );
  }
  if (state === 'sending') return h('div', { class: 'state' }, texts.sending);
  return h('div', { class: timed ? 'state' : 'when' }, h('time', { datetime: timestamp }, time(timestamp)));
}
