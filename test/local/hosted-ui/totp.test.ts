import { describe, expect, it } from 'vitest';
import {
  decodeBase32,
  encodeBase32,
  hotp,
  matchTotp,
  timeStep,
} from '../../../src/local/hosted-ui/sign-in.ts';
import { callback, careful, claimsOf, startTestHostedUi, stopClock } from '../../support/start-hosted-ui.ts';

/** The secret of the RFCs. */
const secret = Buffer.from('12345678901234567890');

describe('the vectors', () => {
  it.each(
    [755224, 287082, 359152, 969429, 338314, 254676, 287922, 162583, 399871, 520489].map((code, counter) => ({
      counter,
      code,
    })),
  )('RFC 4226 appendix D, counter $counter: $code', ({ counter, code }) =>
    expect(hotp(secret, counter)).toBe(String(code)),
  );

  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('RFC 6238 appendix B, second %i: the last six digits are %s', (second, code) => {
    expect(hotp(secret, timeStep(second * 1000))).toBe(code);
  });

  it.each([
    ['MY======', 'f'],
    ['MZXQ====', 'fo'],
    ['MZXW6===', 'foo'],
    ['MZXW6YQ=', 'foob'],
    ['MZXW6YTB', 'fooba'],
    ['mzxw 6ytb oi', 'foobar'],
  ])('RFC 4648 section 10: %s is %s', (text, plain) => {
    expect(decodeBase32(text).toString()).toBe(plain);
    expect(encodeBase32(Buffer.from(plain))).toBe(text.replaceAll(/[\s=]/g, '').toUpperCase());
  });

  it('another letter is not base 32', () => {
    expect(() => decodeBase32('MZXW1')).toThrow('not base 32');
  });
});

it.each([
  [-2, false],
  [-1, true],
  [0, true],
  [1, true],
  [2, false],
])('the code of the step %i from now is accepted: %s', (offset, isTaken) => {
  const code = hotp(secret, timeStep(1_000_000_000_000) + offset);
  expect(matchTotp(secret, code, 1_000_000_000_000, 0) !== null).toBe(isTaken);
});

it('a code is not accepted twice, nor one before it', () => {
  const nowMs = 1_000_000_000_000;
  const step = timeStep(nowMs);
  expect(matchTotp(secret, hotp(secret, step), nowMs, step)).toBeNull();
  expect(matchTotp(secret, hotp(secret, step - 1), nowMs, step)).toBeNull();
  expect(matchTotp(secret, hotp(secret, step + 1), nowMs, step)).toBe(step + 1);
});

describe('a user with an authenticator app', () => {
  const start = async () => {
    const pass = stopClock();
    const hostedUi = await startTestHostedUi();
    const client = await hostedUi.client();
    const user = hostedUi.pool.users.byEmail(careful[0]);
    const secret = hostedUi.pool.users.secondFactors.of(user?.id ?? '') ?? '';
    const codeNow = () => hotp(decodeBase32(secret), timeStep(Date.now()));
    return { pass, hostedUi, client, codeNow };
  };

  it('signs in with password and code', async () => {
    const { client, codeNow } = await start();
    const page = await client.signIn(...careful);
    expect(page.text).toContain('<h1>Enter your code</h1>');
    const { url } = await client.browser.submit(page, { code: codeNow() });
    const tokens = await client.exchange(url);
    expect(claimsOf(tokens.access_token)).toMatchObject({ 'custom:role': 'editor' });
  });

  it("can't sign in without the code", async () => {
    const { client } = await start();
    const page = await client.signIn(...careful);
    const refused = await client.browser.submit(page, { code: '' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Wrong or expired code')]);
    expect((await client.open()).text).toContain('<h1>Sign in</h1>');
  });

  it('is asked for the password first', async () => {
    const { client } = await start();
    const { url } = await client.open();
    expect((await client.browser.get(`${url}/code`)).text).toContain('<h1>Sign in</h1>');
  });

  it('uses each code once', async () => {
    const { pass, hostedUi, client, codeNow } = await start();
    await client.browser.submit(await client.signIn(...careful), { code: codeNow() });
    const other = await hostedUi.client();
    const page = await other.signIn(...careful);
    expect((await other.browser.submit(page, { code: codeNow() })).status).toBe(400);
    pass(30);
    expect((await other.browser.submit(page, { code: codeNow() })).url.href).toContain(`${callback}?code=`);
  });

  it('is slowed down in guessing, across sign-ins', async () => {
    const { hostedUi, codeNow } = await start();
    const statuses: number[] = [];
    const wrong = codeNow() === '000000' ? '111111' : '000000';
    for (let n = 0; n < 6; n++) {
      const client = await hostedUi.client();
      statuses.push((await client.browser.submit(await client.signIn(...careful), { code: wrong })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});
