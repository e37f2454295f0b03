import {
  checkOrigin,
  checkSignature,
  findActiveTenant,
  findWidget,
  type WebchatRequest,
} from '../../channels/webchat-http/verify.ts';
import { headers } from '../../contract/headers.ts';
import { inWords, problemsOf } from '../../contract/in-words.ts';
import { type ClaimAnswer, claimRequest, mailLimits } from '../../contract/mail.ts';
import { GatewayError, invalidBody, invalidHeader, RateLimitExceeded } from '../../domain/errors.ts';
import { addressKey } from '../derive-id.ts';
import { changeBeside } from '../turn/change-beside.ts';
import { identifyVisitor, mayRead } from '../web-chat/identify-visitor.ts';
import { isSentTo } from './answer-mail-page.ts';
import type { EmailPorts } from './request-email.ts';

/**
 * Opens a conversation by the link of an email and transfers it to the session, as `identify` transfers one to a person. A
 * conversation of a verified person is not transferred: the link opens it only for them.
 * @throws `mail_link_not_found`, RateLimitExceeded, and the refusals of any visitor's request
 * @see design 2.2
 */
export async function claimConversation(gateway: EmailPorts, request: WebchatRequest): Promise<ClaimAnswer> {
  const tenant = await findActiveTenant(gateway, request.headers[headers.tenantId] ?? '');
  request.caller.tenantId = tenant.id;
  request.caller.tenant = tenant;
  const widget = await findWidget(gateway, tenant, request.headers[headers.widgetId]);
  request.caller.widget = widget;
  checkOrigin(widget, request.headers.origin);
  const session = request.headers[headers.sessionId];
  await checkSignature(gateway, { tenant, widget }, { ...request, sessionId: session ?? '' });
  if (!session) throw invalidHeader(`the header ${headers.sessionId} is missing`, 'missing_header');
  const { data, error } = claimRequest.safeParse(request.body, { error: inWords });
  if (!data) throw invalidBody('the body has no token', problemsOf(error));
  const visitor = await identifyVisitor(gateway, { tenant, widget }, request, session.toLowerCase(), {
    conversationId: null,
    beginsAt: (_, ofVisitor) => ofVisitor,
  });
  const address = addressKey(visitor.currentKey, tenant.id, request.sourceIp);
  const { requestsPerAddress } = mailLimits;
  const taken = await gateway.mailAllowance.take(`${tenant.id}#claims#${address}`, requestsPerAddress);
  if (!taken.ok)
    throw new RateLimitExceeded('address', requestsPerAddress, taken.retryAtMs - gateway.nowMs());
  const link = await gateway.mails.findLink(data.token);
  if (link?.kind !== 'open' || link.tenantId !== tenant.id) throw new GatewayError('mail_link_not_found');
  const { conversationId } = link;
  const stored = await gateway.conversations.find(tenant.id, conversationId);
  const isOpen = stored?.channel === 'webchat' && stored.widgetId === widget.id && stored.sessionId !== '';
  if (!isOpen || !isSentTo(gateway, link, stored.mail?.email)) throw new GatewayError('mail_link_not_found');
  const isTheirs = mayRead(visitor, stored);
  if (stored.user?.verified && !isTheirs) throw new GatewayError('conversation_not_found');
  if (!(await gateway.mails.spendLink(data.token, visitor.session)))
    throw new GatewayError('mail_link_not_found');
  if (!isTheirs)
    await changeBeside(gateway, stored, (now) =>
      mayRead(visitor, now) ? null : { ...now, version: now.version + 1, sessionId: visitor.session },
    );
  return { conversationId };
}
