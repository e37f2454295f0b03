import type { PublishedWidget } from '../../contract/widget-settings.ts';
import type { ChatView } from '../chat-state.ts';
import { inLanguage } from '../in-language.ts';
import type { Language } from '../language.ts';
import { whenOpen } from '../team/when-open.ts';
import { addSheet, sheetOf } from '../view/add-sheet.ts';
import { drawing, h, setText } from '../view/dom.ts';
import { type MailTexts, mailTexts } from './mail-texts.ts';

/** The visitor's requests about their conversation. */
export interface OwnRequests {
  conversationId(): string | null;
  /** Whether the site vouches for the visitor. */
  isVouched(): boolean;
  /** Posts to a path below the conversation's. */
  request(path: string, body?: object): Promise<Response>;
}

export interface MailOffer {
  readonly language: Language;
  readonly own: OwnRequests;
  readonly settings: PublishedWidget;
  readonly view: ChatView;
}

const sheet = sheetOf(`
.mail{position:relative;margin:8px 12px;padding:12px 14px;border:1px solid var(--line);border-radius:16px;background:var(--bot);color:var(--text);font-size:14px}
.mail>p{margin:0;padding-inline-end:32px;overflow-wrap:anywhere;text-wrap:pretty}.mail form{display:flex;flex-wrap:wrap;gap:8px;margin:10px 0 0}
.mail input{flex:1 1 150px;min-width:0;min-height:44px;box-sizing:border-box;padding:0 12px;border:1px solid var(--edge);border-radius:12px;background:var(--field);color:inherit;font:inherit;font-size:16px;text-align:start}
.mail input[aria-invalid=true]{border-color:var(--danger)}
.mail form button,.mail .retry{flex:0 1 auto;min-height:44px;padding:0 16px;border:0;border-radius:12px;background:var(--brand);color:var(--on-brand);font-weight:600}
.mail .retry{margin-top:10px}.mail [aria-disabled=true]{opacity:.6}
.mail .fault{flex:1 0 100%;margin:0;color:var(--danger);font-size:13px}.mail .fault:empty{display:none}
.mail .dismiss{position:absolute;top:4px;inset-inline-end:4px;display:grid;place-items:center;width:36px;height:36px;padding:0;border:0;border-radius:50%;background:none;color:var(--soft)}.mail .dismiss .icon{width:18px;height:18px}
.root.page .panel>.mail{margin-inline:max(12px,calc(50% - 384px))}
.panel:has(>.ask,>.earlier)>.mail{display:none}`);

const minuteMs = 60_000;
const defaultMinutes = 5;
/** Conversations in which the visitor has answered the offer, or does not want it. */
const settledIn = new Set<string>();
const looking = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Asks for an email address where nobody is there, or once a reply has been awaited for too long. */
export function offerEmail(panel: HTMLElement, offer: MailOffer): void {
  const { own, view } = offer;
  const id = own.conversationId();
  clearTimeout(looking.get(panel));
  const card = panel.querySelector<HTMLElement>('.mail');
  if (view.hasEmail && card?.dataset.state === 'sent') show(card, offer, 'confirmed');
  if (card || view.hasEmail || id === null || settledIn.has(id)) return;
  const dueMs = dueAtMs(offer) - Date.now();
  if (dueMs <= 0) askForEmail(panel, offer, { isAway: isAway(offer) });
  else if (dueMs < 60 * minuteMs)
    looking.set(
      panel,
      setTimeout(() => offerEmail(panel, offer), dueMs),
    );
}

/** When the address is to be asked for; never while nobody has asked for an agent. */
function dueAtMs(offer: MailOffer): number {
  const { settings, view } = offer;
  if (view.status !== 'handoff') return Number.POSITIVE_INFINITY;
  const { email_after_minutes: minutes } = settings;
  if (isAway(offer)) return Date.now();
  const answered = view.entries.findLastIndex(({ author }) => author === 'agent');
  const waitsSince = view.entries.slice(answered + 1).find(({ author }) => author === 'user')?.timestamp;
  if (!waitsSince) return Number.POSITIVE_INFINITY;
  return Date.parse(waitsSince) + (minutes ?? defaultMinutes) * minuteMs;
}

/** Whether nobody is there: no agent of the queue, or it is outside of the opening hours. */
function isAway({ settings, view }: MailOffer): boolean {
  const { opening_hours: hours, time_zone: timeZone = 'UTC' } = settings;
  if (view.handoff?.unattended) return true;
  return hours !== undefined && whenOpen(hours, timeZone, Date.now())?.isOpen === false;
}

/**
 * Shows the card with the field for the address.
 * @param why `transcript` also sends the transcript, once the address is confirmed
 */
export function askForEmail(
  panel: HTMLElement,
  { language, own }: Pick<MailOffer, 'language' | 'own'>,
  { transcript = false, isAway: away = false } = {},
): void {
  const texts = inLanguage(mailTexts, language);
  const { card, statusLine } = cardIn(panel, language, () => settle(own));
  setText(statusLine, transcript ? texts.transcriptOffer : away ? texts.awayOffer : texts.offer);
  const field = h('input', {
    type: 'email',
    required: !own.isVouched(),
    maxlength: '254',
    autocomplete: 'email',
    'aria-label': texts.label,
    'aria-describedby': 'mail-fault',
    placeholder: texts.label,
    hidden: own.isVouched(),
    dir: 'auto',
  });
  const problem = h('p', { class: 'fault', id: 'mail-fault', role: 'alert' });
  const button = h('button', {}, texts.send);
  const form = h('form', { novalidate: true }, field, button, problem);
  const refuse = (why: string) => {
    setText(problem, why);
    field.setAttribute('aria-invalid', String(why !== ''));
    if (why && !field.hidden) field.focus();
  };
  let isBusy = false;
  const submit = async () => {
    const email = field.hidden ? undefined : field.value.trim();
    if (email === '' || !field.validity.valid) return refuse(texts.invalid);
    const answer = await postAddress(own, { email, language, transcript });
    const status = answer?.status ?? 0;
    if (answer?.ok) {
      settle(own);
      setText(statusLine, await outcomeOf(answer, texts, { email, transcript }));
      card.dataset.state = 'sent';
      form.remove();
      card.querySelector<HTMLElement>('.dismiss')?.focus();
    } else if (status === 422 && field.hidden) {
      // The site has not told the address.
      field.hidden = false;
      field.required = true;
      field.focus();
    } else refuse(status === 429 ? texts.limited : status === 400 ? texts.invalid : texts.failed);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isBusy) return;
    isBusy = true;
    button.setAttribute('aria-disabled', 'true');
    void submit().finally(() => {
      isBusy = false;
      button.removeAttribute('aria-disabled');
    });
  });
  card.append(form);
  if (transcript) (field.hidden ? button : field).focus();
}

interface Address {
  /** Undefined: the one in the visitor's token. */
  readonly email: string | undefined;
  readonly transcript: boolean;
}

function postAddress(
  own: OwnRequests,
  { email, language, transcript }: Address & { readonly language: Language },
): Promise<Response | null> {
  const page = location.origin + location.pathname;
  return own.request('email', { email, page, language: language.tag, transcript }).catch(() => null);
}

/** What the visitor should do now, if anything. */
async function outcomeOf(
  answer: Response,
  { confirmed, sent, transcriptSent }: MailTexts,
  { email = '', transcript }: Address,
): Promise<string> {
  const { status }: { readonly status?: unknown } = await answer.json().catch(() => ({}));
  if (status === 'confirmed') return transcript ? transcriptSent : confirmed;
  // Isolated: an address is written from left to right.
  return sent.replace('{email}', `\u2068${email}\u2069`);
}

/** Shows the card in a preview, where nothing is sent. */
export function showSample(panel: HTMLElement, language: Language, isShown: boolean): void {
  const own = { conversationId: () => null, isVouched: () => false };
  const request = async () => Response.json({ status: 'sent' });
  if (!isShown) panel.querySelector('.mail')?.remove();
  else if (!panel.querySelector('.mail')) askForEmail(panel, { language, own: { ...own, request } });
}

/** Sends the transcript to the confirmed address, or asks for one. */
export async function emailTranscript(panel: HTMLElement, offer: MailOffer): Promise<void> {
  const { language, own, view } = offer;
  if (!view.hasEmail) {
    askForEmail(panel, offer, { transcript: true });
    return;
  }
  const answer = await own.request('transcript').catch(() => null);
  if (answer?.status === 409) return askForEmail(panel, offer, { transcript: true });
  const texts = inLanguage(mailTexts, language);
  const { statusLine: status } = cardIn(panel, language);
  setText(status, answer?.ok ? texts.transcriptSent : answer?.status === 429 ? texts.limited : texts.failed);
}

interface LinkOptions {
  readonly language: Language;
  /** Claims the conversation of the link. */
  claim(): Promise<Response>;
  resume(conversationId: string): void;
}

/** Opens the conversation of a link in an email; one that no longer works is said so, above a chat that does. */
export async function openLink(panel: HTMLElement, options: LinkOptions): Promise<void> {
  const { language, claim, resume } = options;
  const answer = await claim().catch(() => null);
  const { conversationId }: { readonly conversationId?: unknown } =
    (await answer?.json().catch(() => ({}))) ?? {};
  if (answer?.ok && typeof conversationId === 'string') {
    panel.querySelector('.mail')?.remove();
    resume(conversationId);
    return;
  }
  const texts = inLanguage(mailTexts, language);
  const { card, statusLine: status } = cardIn(panel, language);
  const isFinal = answer !== null && answer.status >= 400 && answer.status < 500 && answer.status !== 429;
  setText(status, isFinal ? texts.linkGone : texts.failed);
  if (isFinal) return;
  const retry = h('button', { type: 'button', class: 'retry' }, language.texts.retry);
  retry.addEventListener('click', () => void openLink(panel, options));
  card.append(retry);
}

function settle(own: OwnRequests): void {
  const id = own.conversationId();
  if (id !== null) settledIn.add(id);
}

function show(card: HTMLElement, { language }: MailOffer, text: 'confirmed'): void {
  const status = card.querySelector('p');
  if (status) setText(status, inLanguage(mailTexts, language)[text]);
}

/** An empty card above where the visitor writes, in the place of any other. */
function cardIn(panel: HTMLElement, language: Language, dismissed: () => void = () => undefined) {
  addSheet(panel, sheet);
  panel.querySelector('.mail')?.remove();
  const { dismiss: label } = language.texts;
  const status = h('p', { role: 'status', dir: 'auto' });
  const dismiss = h(
    'button',
    { type: 'button', class: 'dismiss', 'aria-label': label, title: label },
    drawing('dismiss', 'M6 6l12 12M18 6 6 18'),
  );
  const card = h('div', { class: 'mail' }, status, dismiss);
  dismiss.addEventListener('click', () => {
    const hadFocus = card.contains((panel.getRootNode() as ShadowRoot).activeElement);
    card.remove();
    dismissed();
    if (hadFocus) panel.querySelector('textarea')?.focus();
  });
  panel.querySelector('.notice')?.before(card);
  return { card, statusLine: status };
}
