import * as z from 'zod/mini';
import type { MessageUser } from '../../contract/canonical-message.ts';
import { type FormARequest, type FormBRequest, formARequest, formBRequest } from '../../contract/forms.ts';
import { headers } from '../../contract/headers.ts';
import { faultsOf, inWords } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import { type Attachment, sessionUuid } from '../../contract/vocabulary.ts';
import { InvalidBodyError, InvalidHeaderError, MissingTenantError } from '../../domain/errors.ts';
import type { WebchatRequest } from './web-chat-request.ts';

export type WebchatForm = 'a' | 'b';

/** A validated message of either form. */
export interface WebchatMessage {
  readonly form: WebchatForm;
  readonly sessionId: string;
  readonly idempotencyKey: string | undefined;
  /** Form A names a conversation, or starts one with null; Form B has one per session (undefined). */
  readonly conversationId: string | null | undefined;
  readonly text: string;
  readonly attachments: Attachment[];
  /** The visitor has opened the chat and says nothing. */
  readonly starts: boolean;
  readonly user: MessageUser;
  readonly metadata: Record<string, unknown>;
  /** The validated body, for the fingerprint. */
  readonly validated: FormARequest | FormBRequest;
}

/**
 * Tells the form by the body's keys.
 * @throws InvalidBodyError when they name both forms, or none
 * @see design 2.1
 */
export function detectForm(body: unknown): WebchatForm {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new InvalidBodyError('the body must be a JSON object');
  }
  const a = 'content' in body || 'from' in body;
  const b = 'text' in body || (!a && 'user' in body);
  if (a && b)
    throw new InvalidBodyError('the body mixes the widget form (content, from) with the REST form (text)');
  if (!a && !b)
    throw new InvalidBodyError(
      'the body is neither of the widget form (content, from) nor of the REST form (text, user)',
    );
  return a ? 'a' : 'b';
}

/**
 * The tenant that the request speaks for.
 * @throws MissingTenantError when Form B has no tenant header
 * @throws InvalidHeaderError when the header and Form A's body differ
 * @see design 2.2
 */
export function tenantIdOf(form: WebchatForm, request: WebchatRequest): string {
  const named = request.headers[headers.tenantId];
  if (form === 'b') {
    if (!named) throw new MissingTenantError();
    return named;
  }
  const parsed = z.object({ tenantId: z.string() }).safeParse(request.body);
  if (!parsed.success) throw invalidBody(parsed.error);
  if (named !== undefined && named !== parsed.data.tenantId) {
    throw new InvalidHeaderError(`${headers.tenantId} differs from the body's tenantId`);
  }
  return parsed.data.tenantId;
}

/**
 * The widget that the request names; undefined leaves it to the tenant's default.
 * @throws InvalidHeaderError when Form B has no widget header
 */
export function widgetIdOf(form: WebchatForm, request: WebchatRequest): string | undefined {
  const named = request.headers[headers.widgetId];
  if (form === 'b' && !named)
    throw new InvalidHeaderError(`the header ${headers.widgetId} is missing`, 'missing_header');
  return named;
}

/**
 * Validates body and headers.
 * @throws InvalidBodyError with every field at fault
 * @throws InvalidHeaderError for the session or the idempotency key
 * @see spec "Web chat request", design 2.1-2.3
 */
export function parseWebchatMessage(form: WebchatForm, request: WebchatRequest): WebchatMessage {
  const idempotencyKey = idempotencyKeyOf(request);
  const session = request.headers[headers.sessionId];
  if (session !== undefined && !sessionUuid.safeParse(session).success) {
    throw new InvalidHeaderError(`${headers.sessionId} must be a UUID`);
  }
  if (form === 'a') {
    const validated = parse(formARequest, request.body);
    const visitor = validated.from.id.toLowerCase();
    return {
      form,
      sessionId: session?.toLowerCase() ?? visitor,
      idempotencyKey,
      conversationId: validated.conversationId,
      text: validated.content.text,
      starts: validated.content.start === true,
      attachments: (validated.content.attachments ?? []).map((sent) => ({ type: 'document', ...sent })),
      user: { ...validated.user, id: visitor },
      metadata: validated.metadata ?? {},
      validated,
    };
  }
  if (session === undefined)
    throw new InvalidHeaderError(`the header ${headers.sessionId} is missing`, 'missing_header');
  const validated = parse(formBRequest, request.body);
  const { text, attachments, user, metadata = {} } = validated;
  const sessionId = session.toLowerCase();
  return {
    form,
    sessionId,
    idempotencyKey,
    conversationId: undefined,
    text,
    attachments,
    starts: false,
    user,
    metadata,
    validated,
  };
}

/** The session that a request says it is of, unproven and unparsed; empty when it says none. */
export function sessionOf({ headers: given, body }: WebchatRequest): string {
  const named = given[headers.sessionId];
  if (named !== undefined) return named;
  return z.object({ from: z.object({ id: z.string() }) }).safeParse(body).data?.from.id ?? '';
}

function idempotencyKeyOf(request: WebchatRequest): string | undefined {
  const given = headers.idempotencyKeys.flatMap((name) => request.headers[name] ?? []);
  for (const key of given) {
    // The gateway joins doubled headers with a comma, which a key therefore can't hold.
    if (!/^[\x21-\x2b\x2d-\x7e]+$/.test(key) || key.length > limits.idempotencyKeyChars) {
      throw new InvalidHeaderError(
        `an idempotency key is 1 to ${limits.idempotencyKeyChars} printable characters, sent once`,
      );
    }
  }
  if (given[1] !== undefined && given[0] !== given[1]) {
    throw new InvalidHeaderError(`${headers.idempotencyKeys.join(' and ')} differ`);
  }
  return given[0];
}

function parse<T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body, { error: inWords });
  if (!parsed.success) throw invalidBody(parsed.error);
  return parsed.data;
}

function invalidBody(error: z.core.$ZodError): InvalidBodyError {
  return new InvalidBodyError('the body is not valid', faultsOf(error));
}
