import { createServer } from 'node:http';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { closeServer, listen } from '../../../src/local/listen.ts';
import { readingProblemsOf } from '../../support/reading-problems.ts';
import { startBrowser } from '../../support/start-browser.ts';
import { careful, editor, startTestHostedUi } from '../../support/start-hosted-ui.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());

/** Opens the sign-in page as an application at another origin would. */
async function openSignIn(options: BrowserContextOptions = {}) {
  const server = createServer((_request, response) => void response.end('back at the application'));
  const origin = await listen(server, 0);
  onTestFinished(() => closeServer(server));
  const hostedUi = await startTestHostedUi({ appOrigins: [origin] });
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: hostedUi.clientId,
    scope: 'openid profile email',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    redirect_uri: `${origin}/callback`,
  });
  const url = `${hostedUi.url}/oauth2/authorize?${query}`;
  await page.goto(url);
  return { page, origin, url };
}

const heading = (page: Page) => page.locator('h1').textContent();

it('by keyboard alone a user signs in and is back at the application', async () => {
  const { page, origin } = await openSignIn();
  await page.locator('#email:focus').waitFor();
  await page.keyboard.type(editor[0]);
  await page.keyboard.press('Tab');
  await page.keyboard.type(editor[1]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/callback?code=**`);
  await expect.poll(() => page.locator('body').textContent()).toBe('back at the application');
});

it('after a wrong password the cursor is in the password field', async () => {
  const { page } = await openSignIn();
  await page.fill('#email', editor[0]);
  await page.fill('#password', 'Development-only-9');
  await page.keyboard.press('Enter');
  await page.locator('[role=alert]').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('password');
});

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('every page can be read by all users and violates no policy', async () => {
    const { page, url } = await openSignIn(options);
    const complaints: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    const check = async (title: string) => {
      await expect.poll(() => heading(page)).toBe(title);
      await expect.poll(() => readingProblemsOf(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    };
    await check('Sign in');
    // A browser complains when somebody is quicker than its cursor.
    await page.locator('#email:focus').waitFor();
    await page.fill('#email', careful[0]);
    await page.fill('#password', careful[1]);
    await page.click('button');
    await page.locator('#code').waitFor();
    await check('Enter your code');
    await page.goto(url);
    await page.click('text=Forgot your password?');
    await check('Reset your password');
    await page.locator('#email:focus').waitFor();
    await page.fill('#email', careful[0]);
    await page.click('button');
    await page.locator('#rule').waitFor();
    await check('Set a new password');
    expect(complaints).toEqual([]);
    await page.goto(url.replace('client_id', 'another_id'));
    await check('Can’t continue signing in');
  });
});
