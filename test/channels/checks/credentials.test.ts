import { describe, expect, it } from 'vitest';
import {
  apiKeyHash,
  readBasicAuth,
  verifyApiKey,
  verifyPassword,
} from '../../../src/channels/checks/credentials.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('an API key', () => {
  it('is looked up by its SHA-256 in lower-case hex', () => {
    expect(apiKeyHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is accepted when it is the current or the previous one', () => {
    expect(() => verifyApiKey('key', ['key'])).not.toThrow();
    expect(() => verifyApiKey('key', ['new', 'key'])).not.toThrow();
  });

  it.each([
    ['no key', undefined, ['key']],
    ['an empty key', '', ['key', '']],
    ['a wrong key', 'kez', ['key']],
    ['the beginning of the key', 'ke', ['key']],
    ['any key when none is known', 'key', []],
  ])('is refused for %s', (_, given, known) => {
    expect(() => verifyApiKey(given, known)).toThrow(
      expect.objectContaining({ name: 'InvalidCredentialsError', code: 'invalid_credentials', status: 401 }),
    );
  });
});

describe('basic authentication', () => {
  it.each([
    ['as in RFC 7617', basic('Aladdin:open sesame'), 'Aladdin', 'open sesame'],
    ['with a colon in the password', basic('acme:a:b'), 'acme', 'a:b'],
    ['beyond ASCII', basic('test:123£'), 'test', '123£'],
    ['with its scheme in lower case', basic('a:b').replace('Basic', 'basic'), 'a', 'b'],
  ])('is read %s', (_, header, username, password) => {
    expect(readBasicAuth(header)).toEqual({ username, password });
  });

  it.each([
    ['no header', undefined],
    ['another scheme', 'Bearer abc'],
    ['no credentials', 'Basic '],
    ['what is not base64', 'Basic a:b'],
    ['no colon', basic('acme')],
    ['no user name', basic(':secret')],
  ])('is refused for %s, with a challenge', (_, header) => {
    expect(() => readBasicAuth(header)).toThrow(
      expect.objectContaining({
        status: 401,
        headers: { 'www-authenticate': expect.stringContaining('Basic realm=') },
      }),
    );
  });

  it('is refused for a wrong password exactly as for an unknown user', () => {
    const refusal = (known: string[]) => {
      try {
        verifyPassword('secret', known);
        return undefined;
      } catch (error) {
        return error;
      }
    };
    expect(refusal(['Secret'])).toEqual(refusal([]));
    expect(refusal([''])).toMatchObject({ code: 'invalid_credentials', status: 401 });
    expect(refusal(['other', 'secret'])).toBeUndefined();
  });
});
