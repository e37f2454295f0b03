import { parseExactJson } from '../contract/exact-json.ts';
import { limits } from '../contract/limits.ts';
import { BodyTooLargeError, InvalidBodyError, UnsupportedMediaTypeError } from '../domain/errors.ts';
import type { HttpRequest } from './request.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON body.
 * @throws BodyTooLargeError, UnsupportedMediaTypeError
 * @throws InvalidBodyError for what is not UTF-8 or JSON, is nested too deeply, or holds characters that no text has
 * @see design 2.1
 */
export function readJsonBody(request: HttpRequest, limitBytes: number): unknown {
  if (request.rawBody.length > limitBytes) throw new BodyTooLargeError(limitBytes);
  if (!isJson(request.headers['content-type'])) throw new UnsupportedMediaTypeError();
  if (!isPlain(request.headers['content-encoding']))
    throw new UnsupportedMediaTypeError('the body must not be compressed');
  const body = parse(decode(request.rawBody));
  checkValue(body, limits.bodyDepth);
  return body;
}

const isPlain = (encoding = 'identity') => encoding.trim().toLowerCase() === 'identity';

function isJson(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('charset='));
  return (
    /^application\/([a-z0-9.-]+\+)?json$/.test(type.trim()) &&
    (charset === undefined || /^charset="?utf-8"?$/.test(charset))
  );
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InvalidBodyError('the body is not UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw new InvalidBodyError('the body is not JSON');
  }
}

/** NUL and lone surrogates can't be stored or shown everywhere; `__proto__` is nobody's honest key. */
function checkValue(value: unknown, depth: number): void {
  if (typeof value === 'string') checkText(value);
  if (typeof value !== 'object' || value === null) return;
  if (depth === 0) throw new InvalidBodyError(`the body is nested more than ${limits.bodyDepth} deep`);
  for (const [key, member] of Object.entries(value)) {
    checkText(key);
    if (key === '__proto__') throw new InvalidBodyError('the body has a key that is not allowed');
    checkValue(member, depth - 1);
  }
}

function checkText(text: string): void {
  if (text.includes('\0')) throw new InvalidBodyError('the body holds a NUL character');
  if (!text.isWellFormed()) throw new InvalidBodyError('the body holds half a surrogate pair');
}
