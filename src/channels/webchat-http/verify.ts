import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Tenant, Widget } from '../../contract/directory.ts';
import { headers } from '../../contract/headers.ts';
import { problemsOf } from '../../contract/in-words.ts';
import { limits } from '../../contract/limits.ts';
import { identifier } from '../../contract/vocabulary.ts';
import {
  GatewayError,
  InvalidSignatureError,
  invalidBody,
  invalidHeader,
  TenantNotFoundError,
} from '../../domain/errors.ts';
import type { Directory, TenantSecrets } from '../../ports/directory.ts';
import type { Verification } from '../channel.ts';
import { verifyHmacSha256 } from '../checks/hmac.ts';
import { originAllowed } from '../checks/origin.ts';

/** A web chat request as the transport hands it on; header names in lower case. */
export interface WebchatRequest {
  readonly method: string;
  readonly path: string;
  readonly rawBody: Uint8Array;
  /** The body, parsed as JSON. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly correlationId: string;
  /** The address that API Gateway saw. */
  readonly sourceIp: string;
  readonly receivedAtMs: number;
  readonly caller: KnownCaller;
}

export type WebchatForm = 'a' | 'b';

export interface Caller {
  readonly tenant: Tenant;
  readonly widget: Widget;
}

/**
 * The sender of a request. The checks fill it in as they proceed, so that a rejection can be counted and CORS
 * headers match.
 */
export interface KnownCaller {
  /** As in the request. */
  tenantId?: string;
  tenant?: Tenant;
  widget?: Widget;
}

/** What verification uses. */
export interface WebchatPorts {
  readonly directory: Pick<Directory, 'findTenant' | 'findWidget' | 'cacheVersionOf'>;
  readonly secrets: Pick<TenantSecrets, 'read'>;
}

/** A request of a page that may send it. */
export interface WebchatPart extends Caller {
  /** The tenant's, when its caller was verified. */
  readonly cacheVersion: string;
  readonly form: WebchatForm;
  readonly idempotencyKey: string | undefined;
  readonly request: WebchatRequest;
}

/**
 * Checks tenant, widget, origin and signature, and that an idempotency key is well formed.
 * @throws `missing_tenant` (401), TenantNotFoundError, `widget_not_found` (404), `origin_not_allowed` (403),
 * InvalidSignatureError (401), `invalid_body`, `invalid_header` (400)
 * @see spec "Webhook verification strategies", design 2.2
 */
export async function verify(
  request: WebchatRequest,
  ports: WebchatPorts,
): Promise<Verification<WebchatPart> & { readonly parts: readonly [WebchatPart] }> {
  const form = detectForm(request.body);
  const known = request.caller;
  known.tenantId = tenantIdOf(form, request);
  const tenant = await findActiveTenant(ports, known.tenantId);
  known.tenant = tenant;
  const widgetId = request.headers[headers.widgetId];
  if (form === 'b' && !widgetId)
    throw invalidHeader(`the header ${headers.widgetId} is missing`, 'missing_header');
  // Form A may leave it to the tenant's default.
  const widget = await findWidget(ports, tenant, widgetId);
  const cacheVersion = ports.directory.cacheVersionOf(tenant.id);
  const caller = { tenant, widget };
  known.widget = widget;
  checkOrigin(widget, request.headers.origin);
  if (widget.signing_secret !== undefined)
    await checkSignature(ports, caller, { ...request, sessionId: sessionOf(request) });
  const idempotencyKey = idempotencyKeyOf(request);
  return { parts: [{ ...caller, cacheVersion, form, idempotencyKey, request }], dropped: 0 };
}

/**
 * The tenant, if it exists and is active.
 * @throws TenantNotFoundError otherwise; the caller can't tell why
 */
export async function findActiveTenant(
  { directory }: { readonly directory: Pick<Directory, 'findTenant'> },
  tenantId: string,
): Promise<Tenant> {
  const tenant = identifier.safeParse(tenantId).success ? await directory.findTenant(tenantId) : null;
  if (tenant?.status !== 'active') throw new TenantNotFoundError();
  return tenant;
}

/**
 * Determines the form by the body's keys.
 * @throws `invalid_body` when they match both forms, or none
 * @see design 2.1
 */
export function detectForm(body: unknown): WebchatForm {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidBody('the body must be a JSON object');
  }
  const a = 'content' in body || 'from' in body;
  const b = 'text' in body || (!a && 'user' in body);
  if (a && b) throw invalidBody('the body mixes the widget form (content, from) with the REST form (text)');
  if (!a && !b)
    throw invalidBody(
      'the body is neither of the widget form (content, from) nor of the REST form (text, user)',
    );
  return a ? 'a' : 'b';
}

/**
 * Returns the request's tenant.
 * @throws `missing_tenant` when Form B has no tenant header
 * @throws `invalid_header` when the header and Form A's body differ
 * @see design 2.2
 */
export function tenantIdOf(form: WebchatForm, request: WebchatRequest): string {
  const named = request.headers[headers.tenantId];
  if (form === 'b') {
    if (!named) throw new GatewayError('missing_tenant');
    return named;
  }
  const parsed = z.object({ tenantId: z.string() }).safeParse(request.body);
  if (!parsed.success) throw invalidFields(parsed.error);
  if (named !== undefined && named !== parsed.data.tenantId) {
    throw invalidHeader(`${headers.tenantId} differs from the body's tenantId`);
  }
  return parsed.data.tenantId;
}

/** The session in the request, unverified and unparsed; empty if none. */
export function sessionOf({ headers: given, body }: WebchatRequest): string {
  const named = given[headers.sessionId];
  if (named !== undefined) return named;
  return z.object({ from: z.object({ id: z.string() }) }).safeParse(body).data?.from.id ?? '';
}

/** @throws `invalid_header` for a key that is malformed, or sent in both headers with different values */
export function idempotencyKeyOf(request: Pick<WebchatRequest, 'headers'>): string | undefined {
  const given: string[] = [];
  for (const name of headers.idempotencyKeys) {
    const key = request.headers[name];
    if (key === undefined) continue;
    given.push(key);
    // The gateway joins doubled headers with a comma, which a key therefore can't hold.
    if (!/^[\x21-\x2b\x2d-\x7e]+$/.test(key) || key.length > limits.idempotencyKeyChars) {
      throw invalidHeader(
        `an idempotency key is 1 to ${limits.idempotencyKeyChars} printable characters, sent once`,
      );
    }
  }
  if (given[1] !== undefined && given[0] !== given[1]) {
    throw invalidHeader(`${headers.idempotencyKeys.join(' and ')} differ`);
  }
  return given[0];
}

/**
 * The widget named, or the tenant's default one.
 * @throws `widget_not_found` when there is none
 */
export async function findWidget(
  { directory }: { readonly directory: Pick<Directory, 'findWidget'> },
  tenant: Tenant,
  named: string | undefined,
): Promise<Widget> {
  const widgetId = named ?? tenant.default_widget;
  const known = widgetId !== undefined && identifier.safeParse(widgetId).success;
  const widget = known ? await directory.findWidget(tenant.id, widgetId) : null;
  if (!widget) throw new GatewayError('widget_not_found');
  return widget;
}

/**
 * Passes a caller without `Origin` (not a browser) unless the widget wants one.
 * @throws `origin_not_allowed` when the widget does not allow the origin
 * @see design 2.2
 */
export function checkOrigin(widget: Widget, origin: string | undefined): void {
  const allowed =
    origin === undefined ? !widget.require_origin : originAllowed(origin, widget.allowed_origins);
  if (!allowed) throw new GatewayError('origin_not_allowed');
}

/** A request as it was signed; header names in lower case. */
export interface SignedRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Uint8Array;
  /** The request's session; Form A may contain it as `from.id`. */
  readonly sessionId: string;
  readonly receivedAtMs: number;
}

/**
 * Checks the signature when the widget has a signing secret. It covers whatever a replay would change: the time, the
 * route, tenant, widget, session, idempotency key and the body.
 * @throws InvalidSignatureError when it is missing, wrong or too old, or the secret is not to be had
 * @see design 2.2, docs/signing.md
 */
export async function checkSignature(
  { secrets }: Pick<WebchatPorts, 'secrets'>,
  caller: Caller,
  request: SignedRequest,
): Promise<void> {
  const { tenant, widget } = caller;
  const name = widget.signing_secret;
  if (name === undefined) return;
  const known = await secrets.read(tenant.id);
  const usable = [known[name], known[`${name}_previous`]].filter((secret) => secret !== undefined);
  const signature = request.headers[headers.webchatSignature];
  if (widget.signature_version === 0) {
    verifyHmacSha256(request.rawBody, signature, usable);
    return;
  }
  verifyHmacSha256(Buffer.from(signedText(caller, request)), signature, usable);
}

/** @throws InvalidSignatureError for a time that is none, or not now */
function signedText({ tenant, widget }: Caller, request: SignedRequest): string {
  const time = request.headers[headers.signatureTime] ?? '';
  const awayMs = Math.abs(Number(time) * 1000 - request.receivedAtMs);
  if (!/^\d{1,12}$/.test(time) || awayMs > limits.signatureAgeMs) {
    throw new InvalidSignatureError(`${headers.signatureTime} is missing or over five minutes off`);
  }
  const key = headers.idempotencyKeys
    .map((header) => request.headers[header])
    .find((given) => given !== undefined);
  return `v1.${[
    time,
    request.method,
    request.path,
    tenant.id,
    widget.id,
    request.sessionId.toLowerCase(),
    key ?? '',
    createHash('sha256').update(request.rawBody).digest('hex'),
  ].join('\n')}`;
}

/** Names every invalid field. */
export function invalidFields(error: z.core.$ZodError): GatewayError {
  return invalidBody('the body is not valid', problemsOf(error));
}
