import { mailLinkHash } from '../../contract/chat-page.ts';
import type { Tenant, Widget } from '../../contract/directory.ts';
import { type MailTask, mailLimits } from '../../contract/mail.ts';
import { plainText } from '../../contract/rich/write-text.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { AnswerLostError, unavailableBehind } from '../../domain/errors.ts';
import type { VisitorMail } from '../../domain/visitor-mail.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationStore } from '../../ports/conversation-store.ts';
import type { Directory } from '../../ports/directory.ts';
import type { DirectoryRecords } from '../../ports/directory-writer.ts';
import type { Audience, Mail, Mailer, MailLink, MailStore } from '../../ports/mails.ts';
import type { Log } from '../../ports/observability.ts';
import type { TurnLog } from '../../ports/turns.ts';
import { loggedTurns } from '../turn/find-turn.ts';
import { readIndexed } from '../users/user-administration.ts';
import { linkMs } from './answer-mail-page.ts';
import { filled, type MailTexts, mailTextsIn } from './mail-texts.ts';
import { type MailContent, renderMail } from './render-mail.ts';

/** What sending emails uses. */
export interface MailPorts {
  /** Null: the stage sends none. */
  readonly mailer: Mailer | null;
  readonly mails: MailStore;
  readonly conversations: Pick<ConversationStore<FlowState>, 'find'>;
  readonly directory: Pick<Directory, 'findTenant' | 'findWidget'>;
  readonly turnLog: Pick<TurnLog, 'read'>;
  readonly records: Pick<DirectoryRecords, 'find'>;
  /** The console's URL; empty: it lies below the API's. */
  readonly consoleUrl: string;
  readonly log: Log;
  readonly nowMs: () => number;
}

type Stored = Conversation<FlowState>;

/** An email to be sent, and its recipient. */
interface Sending {
  readonly task: MailTask;
  readonly tenant: Tenant;
  readonly audience: Audience;
  readonly email: string;
  readonly language: string;
  /** The API's URL. */
  readonly api: string;
  /** The widget's title, or the tenant's name. */
  readonly name: string;
  /** The conversation or agent that it counts for, with at most `limit` emails in 24 hours. */
  readonly owner: string;
  readonly limit: number;
}

/**
 * Sends an email unless it is no longer needed (the reply was read) or not allowed (the address gets no more, or the day's
 * limit is reached).
 * @throws TemporarilyUnavailableError when it may be retried
 */
export async function sendMailTask(ports: MailPorts, task: MailTask): Promise<void> {
  const { tenantId, conversationId, what } = task;
  const tenant = await ports.directory.findTenant(tenantId);
  const stored = await ports.conversations.find(tenantId, conversationId);
  if (!ports.mailer || tenant?.status !== 'active' || !stored || isErased(stored)) return;
  if (what === 'mention' || what === 'assignment') {
    await mailAgent(ports, task, tenant, stored);
    return;
  }
  const widget = stored.widgetId ? await ports.directory.findWidget(tenantId, stored.widgetId) : null;
  const { mail } = stored;
  if (!mail || widget?.appearance?.email_replies !== true) return;
  const sending = sendingTo(mail, { task, tenant, widget });
  if (what === 'confirm') await askToConfirm(ports, sending, mail);
  else if (mail.confirmedAtMs && what === 'reply') await announceReply(ports, sending, stored, mail);
  else if (mail.confirmedAtMs) await sendTranscript(ports, sending, stored);
}

function sendingTo(
  { email, language, api }: VisitorMail,
  { task, tenant, widget }: { readonly task: MailTask; readonly tenant: Tenant; readonly widget: Widget },
): Sending {
  return {
    ...{ task, tenant, email, language, api, audience: 'visitor' },
    name: widget.appearance?.title || tenant.name,
    owner: task.conversationId,
    limit: mailLimits.perConversation,
  };
}

/** An unconfirmed address gets one email in 30 days, no matter how often or by whom it is entered. */
async function askToConfirm(
  ports: MailPorts,
  sending: Sending,
  { confirmedAtMs }: VisitorMail,
): Promise<void> {
  if (confirmedAtMs) return;
  const { tenant, audience, email } = sending;
  const address = ports.mails.addressOf(tenant.id, audience, email);
  const nowMs = ports.nowMs();
  const mayAsk = await ports.mails.changeAddress(address, (known) => {
    const rememberedMs = known.confirmedAtMs ? mailLimits.windowMs : mailLimits.askAgainMs;
    const asked = (known.asked ?? []).filter((atMs) => atMs > nowMs - rememberedMs);
    const most = known.confirmedAtMs ? mailLimits.confirmationsOfKnown : 1;
    return known.stopped || asked.length >= most ? null : { ...known, asked: [...asked, nowMs] };
  });
  if (!mayAsk) return;
  const undo = () =>
    ports.mails.changeAddress(address, (known) => ({
      ...known,
      asked: (known.asked ?? []).filter((atMs) => atMs !== nowMs),
    }));
  await send(
    ports,
    sending,
    async (texts) => ({
      subject: texts.confirmSubject,
      paragraphs: [texts.confirmText],
      button: { label: texts.confirmButton, url: pageUrl(sending, await linkOf(ports, sending, 'confirm')) },
      notes: [texts.confirmIgnore],
    }),
    undo,
  );
}

async function announceReply(
  ports: MailPorts,
  sending: Sending,
  { seenId = '' }: Stored,
  { page }: VisitorMail,
): Promise<void> {
  // The task's ID ends with the message's, which may have been read since.
  if (seenId >= (sending.task.id.split('.')[1] ?? '')) return;
  await send(ports, sending, async (texts) => ({
    subject: texts.replySubject,
    paragraphs: [texts.replyText],
    button: { label: texts.replyButton, url: page + mailLinkHash + (await linkOf(ports, sending, 'open')) },
    notes: [texts.replyLink],
  }));
}

async function sendTranscript(ports: MailPorts, sending: Sending, stored: Stored): Promise<void> {
  const { tenant, language, name } = sending;
  const times = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: 'medium', timeStyle: 'short' },
    timeZone: tenant.time_zone ?? 'UTC',
  });
  const lines: NonNullable<MailContent['lines']>[number][] = [];
  for await (const turns of loggedTurns(ports, stored, stored.runAfter?.id ?? null, 'lately')) {
    for (const { inbound, replies } of turns)
      for (const message of inbound ? [inbound, ...replies] : replies) {
        const { author, agent, text, attachments = [], timestamp } = message;
        const files = attachments.map(({ filename, type }) => filename ?? type);
        const who = author === 'user' ? mailTextsIn(language).texts.visitor : (agent?.name ?? name);
        lines.push({
          who,
          at: times.format(new Date(timestamp)),
          text: [author === 'user' ? text : plainText(text), ...files].filter(Boolean).join('\n'),
        });
      }
    if (lines.length >= mailLimits.transcriptMessages) break;
  }
  if (lines.length === 0) return;
  await send(ports, sending, async (texts) => ({
    subject: texts.transcriptSubject,
    paragraphs: [texts.transcriptSubject],
    lines,
    notes: [],
  }));
}

/** Emails to agents are in English, like those about gradual rollouts. */
async function mailAgent(ports: MailPorts, task: MailTask, tenant: Tenant, stored: Stored): Promise<void> {
  const { tenantId, conversationId, userId = '', api = '', what } = task;
  if (tenant.handoff?.email_agents === false) return;
  const user = readIndexed(await ports.records.find(tenantId, directoryKeys.user(userId)));
  // They have taken it, so they have seen it.
  const isTaken = what === 'assignment' && stored.handoff?.owner?.id === userId;
  if (user?.status !== 'active' || isTaken) return;
  const url = `${ports.consoleUrl || `${api}/admin`}/inbox/${encodeURIComponent(conversationId)}`;
  const happened =
    what === 'mention' ? 'You were mentioned in a conversation' : 'A conversation was assigned to you';
  const sending: Sending = {
    ...{ task, tenant, api, audience: 'agent', email: user.email, language: 'en', name: tenant.name },
    owner: `agent:${userId}`,
    limit: mailLimits.perAgent,
  };
  await send(ports, sending, async () => ({
    subject: happened,
    paragraphs: [`${happened} at ${tenant.name}. You haven't opened it since.`],
    button: { label: 'Open conversation', url },
    notes: [],
  }));
}

type Content = Pick<MailContent, 'subject' | 'paragraphs' | 'button' | 'lines' | 'notes'>;

/**
 * Sends an email at most once: it is retried only if SES has certainly not accepted it.
 * @param undo reverts what was stored for it, if it was not sent
 */
async function send(
  ports: MailPorts,
  sending: Sending,
  write: (texts: MailTexts) => Promise<Content>,
  undo: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const { task, tenant, audience, email, owner, limit } = sending;
  const { mails, mailer, log } = ports;
  if ((await mails.findAddress(mails.addressOf(tenant.id, audience, email))).stopped) return;
  const taking = { tenantId: tenant.id, owner, id: task.id };
  if (!(await mails.take(taking, limit))) return;
  const about = { tenantId: tenant.id, conversationId: task.conversationId, what: task.what };
  try {
    await mailer?.send(await mailOf(ports, sending, write));
    log.info('an email is sent', about);
  } catch (error) {
    if (unavailableBehind(error) instanceof AnswerLostError) {
      log.error('an email may not have been sent', error, about);
      return;
    }
    await mails.giveBack(taking);
    await undo();
    if (unavailableBehind(error)) throw error;
    log.error('an email was refused', error, about);
  }
}

async function mailOf(
  ports: MailPorts,
  sending: Sending,
  write: (texts: MailTexts) => Promise<Content>,
): Promise<Mail> {
  const { tenant, email, name } = sending;
  const { texts, language, direction } = mailTextsIn(sending.language);
  const say = (text: string) => filled(text, { name, email }, direction);
  const unsubscribeUrl = pageUrl(sending, await linkOf(ports, sending, 'unsubscribe'));
  const { subject, paragraphs, button, lines, notes } = await write(texts);
  const why = sending.audience === 'visitor' ? [say(texts.why)] : [];
  const content = {
    ...{ language, direction, subject: say(subject), paragraphs: paragraphs.map(say) },
    ...(button && { button }),
    ...(lines && { lines }),
    notes: [...notes.map(say), ...why],
    unsubscribe: { label: texts.unsubscribe, url: unsubscribeUrl },
  };
  return {
    ...{ to: email, subject: content.subject, fromName: name, tenantId: tenant.id, unsubscribeUrl },
    ...renderMail(content),
  };
}

/** The token holds the tenant's ID, which may have a `+`. */
const pageUrl = ({ api }: Sending, token: string) => `${api}/v1/mail?token=${encodeURIComponent(token)}`;

function linkOf(
  { mails, nowMs }: MailPorts,
  { task, audience, email, language }: Sending,
  kind: MailLink['kind'],
): Promise<string> {
  const { tenantId, conversationId } = task;
  return mails.createLink({
    ...mails.addressOf(tenantId, audience, email),
    ...{ kind, conversationId, language },
    expiresAtMs: nowMs() + linkMs(kind),
  });
}
