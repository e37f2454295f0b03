import { expect, it } from 'vitest';
import { cookieBrowser } from '../../support/cookie-browser.ts';
import { appOrigin, callback, editor, startTestHostedUi, stopClock } from '../../support/start-hosted-ui.ts';

const [email, password] = editor;
const noticeOf = (text: string) => /role="(?:alert|status)">([^<]*)</.exec(text)?.[1];

it('a wrong password and an unknown name get the same answer', async () => {
  const client = await (await startTestHostedUi()).client();
  const wrong = await client.signIn(email, 'Development-only-9');
  const unknown = await client.signIn('nobody-at-all@acme.example', password);
  expect([wrong.status, noticeOf(wrong.text)]).toEqual([400, 'Wrong email or password.']);
  const bare = (text: string) => text.replaceAll(/\/login\/[^"/]+|value="[^"]*"/g, '');
  expect([unknown.status, bare(unknown.text)]).toEqual([wrong.status, bare(wrong.text)]);
});

it('after a wrong password the right one signs in', async () => {
  const client = await (await startTestHostedUi()).client();
  const page = await client.signIn(email, 'Development-only-9');
  expect((await client.browser.submit(page, { email, password })).url.href).toContain(`${callback}?code=`);
});

it('an email address is the same in upper and lower case', async () => {
  const client = await (await startTestHostedUi()).client();
  expect((await client.signIn(' Editor@ACME.example ', password)).url.searchParams.has('code')).toBe(true);
});

it('guessing means waiting, longer each time, and the right password must wait too', async () => {
  const pass = stopClock();
  const client = await (await startTestHostedUi()).client();
  let page = await client.open();
  const guess = async (guessed: string) => {
    page = await client.browser.submit(page, { email, password: guessed });
    return page.status;
  };
  for (let n = 0; n < 5; n++) expect(await guess('Development-only-9')).toBe(400);
  expect(await guess(password)).toBe(429);
  expect([page.headers.get('retry-after'), noticeOf(page.text)]).toEqual([
    '1',
    'Too many attempts. Try again in 1 second.',
  ]);
  pass(1);
  expect(await guess('Development-only-9')).toBe(400);
  pass(1);
  expect(await guess(password)).toBe(429);
  pass(1);
  expect(await guess(password)).toBe(303);
});

it('guesses sent at once are counted before they are judged', async () => {
  stopClock();
  const client = await (await startTestHostedUi()).client();
  const page = await client.open();
  const tries = Array.from({ length: 20 }, () =>
    client.browser.submit(page, { email, password: 'Development-only-9' }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
});

it('a page runs no script, is not cached and not framed', async () => {
  const client = await (await startTestHostedUi()).client();
  const page = await client.open();
  expect(page.text).not.toMatch(/<script|<style|style=|onclick/);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${appOrigin}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  const style = await client.browser.get('/sign-in.css');
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
});

it('typed input is shown as text', async () => {
  const client = await (await startTestHostedUi()).client();
  const page = await client.signIn('"><script>alert(1)</script>', password);
  expect(page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(page.text).not.toContain('<script');
});

it('an error from the address bar is shown as text', async () => {
  const client = await (await startTestHostedUi()).client();
  const page = await client.open({ client_id: '<script>alert(1)</script>' });
  expect(page.text).not.toContain('<script');
});

it('a form of another site is refused', async () => {
  const client = await (await startTestHostedUi()).client();
  const page = await client.open();
  const sent = await client.browser.submit(page, { email, password }, { origin: 'https://evil.example' });
  expect([sent.status, sent.url.searchParams.has('code')]).toEqual([403, false]);
});

it("another browser can't continue a sign-in", async () => {
  const hostedUi = await startTestHostedUi();
  const page = await (await hostedUi.client()).open();
  const other = cookieBrowser(hostedUi.url);
  const sent = await other.submit(page, { email, password });
  expect([sent.status, sent.text]).toEqual([400, expect.stringContaining('Sign-in expired')]);
});

it('a sign-in that took too long has expired', async () => {
  const pass = stopClock();
  const client = await (await startTestHostedUi({ lifetimes: { interactionS: 600 } })).client();
  const page = await client.open();
  pass(601);
  const sent = await client.browser.submit(page, { email, password });
  expect([sent.status, sent.text]).toEqual([400, expect.stringContaining('Sign-in expired')]);
});

it('two sign-ins in one browser do not disturb each other', async () => {
  const client = await (await startTestHostedUi()).client();
  const [first, second] = [await client.open(), await client.open()];
  for (const page of [first, second])
    expect((await client.browser.submit(page, { email, password })).url.searchParams.has('code')).toBe(true);
});

it.each([
  ['a form that is too large', { email: 'a@b.example', password: 'x'.repeat(10_000) }],
  ['a password that is too long to be hashed', { email, password: 'x'.repeat(300) }],
  ['an empty form', {}],
])('%s is no sign-in', async (_case, fields) => {
  const client = await (await startTestHostedUi()).client();
  expect((await client.browser.submit(await client.open(), fields)).status).toBe(400);
});
