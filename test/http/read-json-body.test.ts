import { describe, expect, it } from 'vitest';
import { type HttpRequest, readJsonBody } from '../../src/http/request.ts';

const json = 'application/json';

function request(body: string | Uint8Array, contentType: string | undefined = json): HttpRequest {
  return {
    method: 'POST',
    path: '/',
    query: {},
    sourceIp: '192.0.2.1',
    baseUrl: 'https://api.example',
    headers: { 'content-type': contentType },
    rawBody: typeof body === 'string' ? Buffer.from(body) : body,
  };
}

describe('a JSON body', () => {
  it.each([
    [undefined, 'parsed'],
    ['identity', 'parsed'],
    ['gzip', 'refused'],
    ['br, gzip', 'refused'],
  ])('with Content-Encoding %s is %s', (encoding, outcome) => {
    const { headers, ...sent } = request('{}');
    const read = () => readJsonBody({ ...sent, headers: { ...headers, 'content-encoding': encoding } }, 100);
    if (outcome === 'parsed') expect(read()).toEqual({});
    else expect(read).toThrow(expect.objectContaining({ status: 415, code: 'unsupported_media_type' }));
  });

  it.each([
    [json, '{"a":[1,"ü"]}'],
    ['application/json; charset=UTF-8', '{"a":[1,"ü"]}'],
    ['application/vnd.acme+json', ' {"a":[1,"\\u00fc"]} '],
  ])('of type %s is parsed', (contentType, body) => {
    expect(readJsonBody(request(body, contentType), 100)).toEqual({ a: [1, 'ü'] });
  });

  it.each([
    ['no content type', undefined],
    ['a form', 'application/x-www-form-urlencoded'],
    ['text', 'text/plain'],
    ['another charset', 'application/json; charset=latin1'],
  ])('is refused as %s', (_, contentType) => {
    const refused = { ...request('{}'), headers: { 'content-type': contentType } };
    expect(() => readJsonBody(refused, 100)).toThrow(
      expect.objectContaining({ status: 415, code: 'unsupported_media_type' }),
    );
  });

  it.each([
    ['what is not JSON', '{"a":'],
    ['an empty body', ''],
    ['bytes that are not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['a NUL character', '{"a":"\\u0000"}'],
    ['a NUL character in a key', '{"\\u0000":1}'],
    ['half a surrogate pair', '{"a":"\\ud800"}'],
    ['a prototype key', '{"__proto__":{"admin":true}}'],
    ['deep nesting', '['.repeat(5_000) + ']'.repeat(5_000)],
  ])('is refused with a reason for %s', (_, body) => {
    expect(() => readJsonBody(request(body), 20_000)).toThrow(
      expect.objectContaining({ status: 400, code: 'invalid_body' }),
    );
  });

  it('is refused above the limit before it is parsed', () => {
    expect(() => readJsonBody(request('[1,2,3]'), 6)).toThrow(
      expect.objectContaining({ status: 413, code: 'body_too_large' }),
    );
  });
});
