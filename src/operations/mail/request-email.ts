import { originAllowed } from '../../channels/checks/origin.ts';
import type { Widget } from '../../contract/directory.ts';
import { inWords, problemsOf } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import {
  type EmailAnswer,
  emailPattern,
  emailRequest,
  type MailTask,
  mailLimits,
} from '../../contract/mail.ts';
import { besideTurn } from '../../domain/beside-turn.ts';
import { GatewayError, invalidBody, RateLimitExceeded } from '../../domain/errors.ts';
import { addressKey } from '../derive-id.ts';
import type { VisitorGateway } from '../gateway.ts';
import { changeBeside } from '../turn/change-beside.ts';
import { findOwnConversation, type OwnConversation, type OwnRequest } from '../web-chat/identify-visitor.ts';

/** What visitors' requests for emails use. */
export type EmailPorts = Pick<
  VisitorGateway,
  | 'allowance'
  | 'conversations'
  | 'directory'
  | 'idKeys'
  | 'mailAllowance'
  | 'mailQueue'
  | 'mails'
  | 'nowMs'
  | 'pause'
  | 'random'
  | 'secrets'
>;

interface TranscriptRequest extends OwnRequest {
  readonly sourceIp: string;
}

interface EmailRequest extends TranscriptRequest {
  /** The API's URL as it was called; links in emails lead there. */
  readonly baseUrl: string;
  readonly body: unknown;
}

/**
 * Stores where a visitor wants replies by email. The address is confirmed by a click in an email to it, or comes from
 * the token by which the site vouches for the visitor. The answer reveals nothing about the address: whether it gets an
 * email is decided where the email is sent.
 * @throws `email_not_offered`, `invalid_body`, `email_missing`, RateLimitExceeded, and what a poll of theirs would throw
 */
export async function requestEmail(gateway: EmailPorts, request: EmailRequest): Promise<EmailAnswer> {
  const own = await findOwnConversation(gateway, request);
  if (own.widget.appearance?.email_replies !== true) throw new GatewayError('email_not_offered');
  const { data, error } = emailRequest.safeParse(request.body, { error: inWords });
  if (!data) throw invalidBody('the body has no email address and page', problemsOf(error));
  const page = pageOf(data.page, own.widget);
  await count(gateway, own, request.sourceIp);
  const claimed = own.visitor.claims?.email ?? '';
  const vouched = emailPattern.test(claimed) ? claimed : undefined;
  const email = data.email ?? vouched;
  if (email === undefined) throw new GatewayError('email_missing');
  const nowMs = gateway.nowMs();
  const isVouched = vouched !== undefined && email.toLowerCase() === vouched.toLowerCase();
  const requested = {
    email,
    language: data.language ?? own.conversation.user?.language ?? 'en',
    page,
    api: request.baseUrl,
    askedAtMs: nowMs,
  };
  const { mail } = await changeBeside(gateway, own.conversation, (stored) => {
    const { confirmedAtMs, email: before, unread } = stored.mail ?? {};
    const confirmed = { confirmedAtMs: confirmedAtMs ?? nowMs, ...(unread && { unread }) };
    const pending = data.transcript ? { wantsTranscript: true as const } : {};
    const isKnown = isVouched || (confirmedAtMs !== undefined && before === email);
    return besideTurn(stored, { mail: { ...requested, ...(isKnown ? confirmed : pending) } });
  });
  const isConfirmed = mail?.confirmedAtMs !== undefined;
  const what = isConfirmed ? 'transcript' : 'confirm';
  if (!isConfirmed || data.transcript) await gateway.mailQueue.enqueue([taskOf(own, what, nowMs)]);
  return { status: isConfirmed ? 'confirmed' : 'sent' };
}

/**
 * Sends a visitor the transcript, to the address that they have confirmed.
 * @throws `email_not_offered`, `email_not_confirmed`, RateLimitExceeded, and what a poll of theirs would throw
 */
export async function requestTranscript(gateway: EmailPorts, request: TranscriptRequest): Promise<void> {
  const own = await findOwnConversation(gateway, request);
  if (own.widget.appearance?.email_replies !== true) throw new GatewayError('email_not_offered');
  if (!own.conversation.mail?.confirmedAtMs) throw new GatewayError('email_not_confirmed');
  await count(gateway, own, request.sourceIp);
  await gateway.mailQueue.enqueue([taskOf(own, 'transcript', gateway.nowMs())]);
}

function taskOf({ tenant, conversation }: OwnConversation, what: MailTask['what'], atMs: number): MailTask {
  const { conversationId } = conversation;
  return { kind: 'mail', what, tenantId: tenant.id, conversationId, id: `${what}.${atMs}`, sinceMs: atMs };
}

/** Links lead only to pages that may show the widget, without the query of the page. @throws `invalid_body` */
function pageOf(address: string, widget: Widget): string {
  const { origin, pathname } = URL.parse(address) ?? { origin: '', pathname: '' };
  if (originAllowed(origin, widget.allowed_origins)) return origin + pathname;
  throw invalidBody('the page is not on an origin of the widget', [
    { path: 'page', message: 'must be on an allowed origin' },
  ]);
}

/** Counts a request by the tenant's minute, like a message, and by session, IP address and tenant for an hour. */
async function count(
  { allowance, mailAllowance, nowMs }: Pick<EmailPorts, 'allowance' | 'mailAllowance' | 'nowMs'>,
  { tenant, visitor }: OwnConversation,
  sourceIp: string,
): Promise<void> {
  const address = addressKey(visitor.currentKey, tenant.id, sourceIp);
  const perMinute = tenant.limit_per_minute ?? limits.tenantMessagesPerMinute;
  const taken = await allowance.take(tenant.id, perMinute, visitor.isTrusted ? null : address);
  if (!taken.ok) throw new RateLimitExceeded(taken.of ?? 'tenant', perMinute, taken.retryAtMs - nowMs());
  const counted = [
    ['session', visitor.session, mailLimits.requestsPerSession],
    ['address', address, mailLimits.requestsPerAddress],
    ['tenant', 'all', mailLimits.requestsPerTenant],
  ] as const;
  for (const [of, owner, limit] of counted) {
    const hour = await mailAllowance.take(`${tenant.id}#${of}#${owner}`, limit);
    if (!hour.ok) throw new RateLimitExceeded(of, limit, hour.retryAtMs - nowMs());
  }
}
