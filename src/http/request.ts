import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { inWords, problemsOf } from '../contract/in-words.ts';
import { limits } from '../contract/limits.ts';
import { parseExactJson, unfitIn } from '../contract/text-identity.ts';
import { bodyTooLarge, invalidBody, invalidParameter, unsupportedMediaType } from '../domain/errors.ts';

/** An HTTP request without its transport. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Uint8Array;
  /** The address that API Gateway saw, never one from a header. */
  readonly sourceIp: string;
  /** The URL under which API Gateway was called, without a path. */
  readonly baseUrl: string;
}

/**
 * Reads an event of payload format 2.0; the body may be base64.
 * @see design 7
 */
export function requestOf(event: APIGatewayProxyEventV2): HttpRequest {
  const { http, domainName } = event.requestContext;
  const given: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(event.headers ?? {})) given[name.toLowerCase()] = value;
  return {
    method: http.method,
    path: event.rawPath,
    headers: given,
    query: event.queryStringParameters ?? {},
    rawBody: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    sourceIp: http.sourceIp,
    baseUrl: `${given['x-forwarded-proto'] === 'http' ? 'http' : 'https'}://${domainName}`,
  };
}

/** @throws `invalid_parameter` for an unknown or malformed parameter */
export function readQuery<Schema extends z.ZodMiniType>(
  { query }: Pick<HttpRequest, 'query'>,
  schema: Schema,
): z.infer<Schema> {
  const parsed = z.safeParse(schema, query, { error: inWords });
  if (parsed.success) return parsed.data;
  const [first] = problemsOf(parsed.error);
  throw invalidParameter(`${first?.path || 'the query'}: ${first?.message}`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body.
 * @throws `body_too_large`, `unsupported_media_type`
 * @throws `invalid_body` for what is not UTF-8 or JSON, is nested too deeply, or holds characters that no text has
 * @see design 2.1
 */
export function readJsonBody(request: HttpRequest, limitBytes: number): unknown {
  if (request.rawBody.length > limitBytes) throw bodyTooLarge(limitBytes);
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (!/^application\/([a-z0-9.-]+\+)?json$/.test(type.trim())) throw unsupportedMediaType();
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset.trim())) throw unsupportedMediaType();
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding.trim().toLowerCase() !== 'identity')
    throw unsupportedMediaType('the body must not be compressed');
  let text: string;
  try {
    text = utf8.decode(request.rawBody);
  } catch {
    throw invalidBody('the body is not UTF-8');
  }
  let body: unknown;
  try {
    body = parseExactJson(text);
  } catch {
    throw invalidBody('the body is not JSON');
  }
  const unfit = unfitIn(body, limits.bodyDepth);
  if (unfit) throw invalidBody(`the body ${unfit}`);
  return body;
}
