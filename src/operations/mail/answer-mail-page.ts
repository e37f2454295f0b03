import { mailLimits } from '../../contract/mail.ts';
import { besideTurn } from '../../domain/beside-turn.ts';
import type { MailLink } from '../../ports/mails.ts';
import type { changeBeside } from '../turn/change-beside.ts';
import type { EmailPorts } from './request-email.ts';

/** The page behind a link in an email. */
export interface MailPage {
  readonly shows: 'confirm' | 'confirmed' | 'unsubscribe' | 'unsubscribed' | 'resubscribed' | 'gone';
  readonly language: string;
  /** The sender: the widget's title, or the tenant's name. */
  readonly name: string;
  readonly email?: string | undefined;
  /** The page with the chat. */
  readonly back?: string | undefined;
}

/** `changeBeside` is passed in: this module is bundled into a file of its own, where `instanceof` would see other error classes. */
type Ports = Pick<
  EmailPorts,
  'conversations' | 'directory' | 'mailQueue' | 'mails' | 'nowMs' | 'pause' | 'random'
> & {
  readonly changeBeside: typeof changeBeside;
};

/**
 * Carries out the action of a link in an email, for a POST only: programs that scan emails follow links, but don't press
 * buttons.
 * @param form the form of a POST; null for a GET
 * @see RFC 8058
 */
export async function answerMailPage(
  ports: Ports,
  token: string,
  form: URLSearchParams | null,
): Promise<MailPage> {
  const link = await ports.mails.findLink(token);
  const page = link && (await pageOf(ports, link));
  if (!link || !page || link.kind === 'open')
    return { shows: 'gone', language: page?.language ?? 'en', name: '' };
  if (link.kind === 'confirm') return confirm(ports, link, page, form !== null);
  return unsubscribe(ports, link, page, form);
}

/** The language of the browser, for a link that has none. */
export const browserLanguage = (acceptLanguage: string | undefined): string =>
  acceptLanguage?.split(/[,;]/)[0]?.trim() || 'en';

async function pageOf(
  { directory, conversations }: Ports,
  { tenantId, conversationId, language }: MailLink,
): Promise<Omit<MailPage, 'shows'> | null> {
  const tenant = await directory.findTenant(tenantId);
  if (!tenant) return null;
  const stored = await conversations.find(tenantId, conversationId);
  const widget = stored?.widgetId ? await directory.findWidget(tenantId, stored.widgetId) : null;
  const { email, page } = stored?.mail ?? {};
  return { language, name: widget?.appearance?.title || tenant.name, email, back: page };
}

async function confirm(
  ports: Ports,
  link: MailLink,
  page: Omit<MailPage, 'shows'>,
  isPressed: boolean,
): Promise<MailPage> {
  const { tenantId, conversationId } = link;
  if (!isSentTo(ports, link, page.email)) return { ...page, email: undefined, shows: 'gone' };
  const stored = await ports.conversations.find(tenantId, conversationId);
  if (stored?.mail?.confirmedAtMs) return { ...page, shows: 'confirmed' };
  if (!isPressed) return { ...page, shows: 'confirm' };
  const nowMs = ports.nowMs();
  let wantsTranscript = false;
  await ports.changeBeside(ports, { tenantId, conversationId }, (now) => {
    if (!now.mail || !isSentTo(ports, link, now.mail.email)) return null;
    const { wantsTranscript: wanted, ...mail } = now.mail;
    wantsTranscript = wanted === true;
    return besideTurn(now, { mail: { ...mail, confirmedAtMs: nowMs } });
  });
  await ports.mails.changeAddress(link, (known) => ({ ...known, confirmedAtMs: nowMs }));
  await ports.mailQueue.enqueue([{ kind: 'sighting', tenantId, conversationId }]);
  const id = `transcript.${nowMs}`;
  if (wantsTranscript)
    await ports.mailQueue.enqueue([
      { kind: 'mail', what: 'transcript', tenantId, conversationId, id, sinceMs: nowMs },
    ]);
  return { ...page, shows: 'confirmed' };
}

async function unsubscribe(
  { mails }: Ports,
  link: MailLink,
  page: Omit<MailPage, 'shows'>,
  form: URLSearchParams | null,
): Promise<MailPage> {
  if (!form) {
    const { stopped } = await mails.findAddress(link);
    return { ...page, shows: stopped ? 'unsubscribed' : 'unsubscribe' };
  }
  if (form.get('again') === '1') {
    // An address that bounced, or whose owner complained, can't subscribe again.
    await mails.changeAddress(link, ({ stopped, ...known }) => (stopped === 'unsubscribed' ? known : null));
    const { stopped } = await mails.findAddress(link);
    return { ...page, shows: stopped ? 'unsubscribed' : 'resubscribed' };
  }
  await mails.changeAddress(link, (known) => (known.stopped ? null : { ...known, stopped: 'unsubscribed' }));
  return { ...page, shows: 'unsubscribed' };
}

/** Whether a link was sent to a visitor's address: they may have given another since, or their conversation was erased. */
export const isSentTo = (
  { mails }: Pick<Ports, 'mails'>,
  { tenantId, audience, addressHash }: MailLink,
  email: string | undefined,
): boolean => email !== undefined && mails.addressOf(tenantId, audience, email).addressHash === addressHash;

/** How long a link of a kind works. */
export const linkMs = (kind: MailLink['kind']): number =>
  kind === 'unsubscribe' ? mailLimits.unsubscribeMs : mailLimits.linkMs;
