import type { OnCaller } from '../../channels/webchat-http/verify.ts';
import { headers } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import { messageId } from '../../contract/vocabulary.ts';
import { InvalidParameterError, MissingTenantError } from '../../domain/errors.ts';
import { withFiles } from '../files/read-address.ts';
import type { Gateway } from '../gateway.ts';
import { awaitMessages, type PollAnswer, type PollPorts } from './await-messages.ts';
import { countRefusedOrigin } from './count-refused-origin.ts';
import { findOwnConversation, type OwnRequest } from './find-own-conversation.ts';
import { onceMoreIfChanged } from './once-more-if-changed.ts';

type Ports = PollPorts &
  Pick<Gateway, 'addresses' | 'directory' | 'files' | 'idKeys' | 'log' | 'refusedOrigins' | 'secrets'>;

export interface PollRequest extends Omit<OwnRequest, 'tenantId'> {
  readonly tenantId: string | undefined;
  readonly after: string | undefined;
  /** The same in a header, so that the address, and with it a browser's preflight, stays. */
  readonly afterHeader: string | undefined;
  /** What the client shows of humans; empty: nothing. Without it only messages are waited for. */
  readonly handoffTag: string | undefined;
  /** False answers at once. */
  readonly wait: boolean;
}

/**
 * The messages after the one that the client has, at most 50; waits up to 25 s for the first.
 * @throws MissingTenantError, TenantNotFoundError, ConversationNotFoundError, OriginNotAllowedError, InvalidParameterError
 * @see spec "GET /v1/webchat/conversations/{conversationId}/messages", design 2.5
 */
export async function pollConversation(
  gateway: Ports,
  request: PollRequest,
  onCaller: OnCaller,
): Promise<PollAnswer> {
  const { tenantId } = request;
  if (!tenantId) throw new MissingTenantError();
  return countRefusedOrigin(gateway, request.origin, onCaller, (onKnown) =>
    onceMoreIfChanged(gateway, tenantId, () => pollOnce(gateway, { ...request, tenantId }, onKnown)),
  );
}

async function pollOnce(
  gateway: Ports,
  request: PollRequest & { readonly tenantId: string },
  onCaller: OnCaller,
): Promise<PollAnswer> {
  const { tenant, conversation } = await findOwnConversation(gateway, request, onCaller);
  const after = afterOf(request);
  if ((request.handoffTag?.length ?? 0) > limits.identifierChars)
    throw new InvalidParameterError('handoffTag is too long');
  const untilMs = request.receivedAtMs + (request.wait ? limits.pollHoldMs : 0);
  const answer = await awaitMessages(gateway, conversation, {
    after,
    handoffTag: request.handoffTag,
    untilMs,
  });
  const messages = await withFiles(gateway, tenant.id, answer.response.messages);
  return { ...answer, response: { ...answer.response, messages: [...messages] } };
}

/** @throws InvalidParameterError for what is no message's id, and when header and query differ */
function afterOf({ after: asked, afterHeader }: PollRequest): string | null {
  if (asked && afterHeader && asked !== afterHeader)
    throw new InvalidParameterError(`after and ${headers.after} differ`);
  const after = asked || afterHeader || null;
  if (after !== null && !messageId.safeParse(after).success)
    throw new InvalidParameterError('after must be the id of a message');
  return after;
}
