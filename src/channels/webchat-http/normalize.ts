import type * as z from 'zod/mini';
import type { CanonicalMessage, MessageUser } from '../../contract/canonical-message.ts';
import { type FormARequest, type FormBRequest, formARequest, formBRequest } from '../../contract/forms.ts';
import { headers } from '../../contract/headers.ts';
import { inWords } from '../../contract/in-words.ts';
import { type Attachment, sessionUuid } from '../../contract/vocabulary.ts';
import { invalidHeader } from '../../domain/errors.ts';
import { invalidFields, type WebchatForm, type WebchatPart } from './verify.ts';

/** A validated message of either form. */
export interface WebchatMessage {
  readonly form: WebchatForm;
  readonly sessionId: string;
  /** Form A names a conversation, or starts one with null; Form B has one per session (undefined). */
  readonly conversationId: string | null | undefined;
  readonly text: string;
  readonly attachments: Attachment[];
  /** The visitor opened the chat without a message. */
  readonly starts: boolean;
  readonly user: MessageUser;
  readonly metadata: Record<string, unknown>;
  /** The message whose choice or button was pressed. */
  readonly replyTo: string | undefined;
  /** The validated body, for the fingerprint. */
  readonly validated: FormARequest | FormBRequest;
}

/** A web chat request as a message of a visitor. */
export interface WebchatItem {
  readonly kind: 'message';
  /** The visitor and their conversation are found later, by the journey. */
  readonly message: Omit<CanonicalMessage, 'conversationId' | 'messageId' | 'user'>;
  /** As in the request. */
  readonly sent: WebchatMessage;
}

/**
 * Makes one canonical message of a request.
 * @throws `invalid_body` with every invalid field
 * @throws `invalid_header` for the session
 * @see spec "CanonicalMessage"
 */
export function normalize(part: WebchatPart): readonly [WebchatItem] {
  const { tenant, widget, request } = part;
  const sent = parseMessage(part);
  const { text, attachments, metadata, replyTo } = sent;
  const message: WebchatItem['message'] = {
    tenantId: tenant.id,
    widgetId: widget.id,
    channel: 'webchat',
    ...(text !== '' && { text }),
    attachments,
    metadata,
    ...(replyTo !== undefined && { replyTo }),
    receivedAt: new Date(request.receivedAtMs).toISOString(),
    correlationId: request.correlationId,
  };
  return [{ kind: 'message', message, sent }];
}

/**
 * Validates body and headers.
 * @throws `invalid_body` with every invalid field
 * @throws `invalid_header` for the session
 * @see spec "Web chat request", design 2.1-2.3
 */
function parseMessage({ form, request }: WebchatPart): WebchatMessage {
  const session = request.headers[headers.sessionId];
  if (session !== undefined && !sessionUuid.safeParse(session).success) {
    throw invalidHeader(`${headers.sessionId} must be a UUID`);
  }
  if (form === 'a') {
    const validated = parse(formARequest, request.body);
    const visitor = validated.from.id.toLowerCase();
    return {
      form,
      sessionId: session?.toLowerCase() ?? visitor,
      conversationId: validated.conversationId,
      text: validated.content.text,
      starts: validated.content.start === true,
      attachments: (validated.content.attachments ?? []).map((sent) => ({ type: 'document', ...sent })),
      user: { ...validated.user, id: visitor },
      metadata: validated.metadata ?? {},
      replyTo: validated.content.replyTo,
      validated,
    };
  }
  if (session === undefined)
    throw invalidHeader(`the header ${headers.sessionId} is missing`, 'missing_header');
  const validated = parse(formBRequest, request.body);
  const { text, attachments, user, metadata = {}, replyTo } = validated;
  const sessionId = session.toLowerCase();
  return {
    form,
    sessionId,
    conversationId: undefined,
    text,
    attachments,
    starts: false,
    user,
    metadata,
    replyTo,
    validated,
  };
}

function parse<T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body, { error: inWords });
  if (!parsed.success) throw invalidFields(parsed.error);
  return parsed.data;
}
