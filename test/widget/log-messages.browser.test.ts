import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogMessage } from '../../src/contract/poll.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([startBrowser(), startShop()]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

const conversations = '**/v1/webchat/conversations/**';

/** The conversation has begun, and its log has these messages instead of its own. */
async function visitWithLog(
  messages: readonly Omit<LogMessage, 'id' | 'seq' | 'timestamp'>[],
): Promise<Page> {
  const { page } = await visit(browser, stack.url);
  const log = messages.map((message, n) => ({
    id: `01M7YR9TG62MMRCM2QHZNQKH6${n}`,
    seq: n + 1,
    timestamp: '2026-01-01T12:00:00.000Z',
    ...message,
  }));
  await page.route(conversations, (route) => {
    const url = new URL(route.request().url());
    const known = log.findIndex(({ id }) => id === route.request().headers()['x-after']) + 1;
    const rest = log.slice(known);
    // Nothing new: the long-poll waits.
    if (rest.length === 0 && url.searchParams.get('wait') !== '0') return;
    const conversationId = url.pathname.split('/')[4];
    return route.fulfill({
      json: { conversationId, status: 'handoff', messages: rest, after: log.at(-1)?.id ?? null },
    });
  });
  // An answer that does not say where the log has it: the log is read.
  const answer = { conversationId: 'c', status: 'handoff', replies: [] };
  await page.route('**/v1/webchat/messages', (route) => route.fulfill({ json: answer }));
  const widget = widgetOf(page);
  await widget.open();
  await widget.say('hello');
  await eventually(() => widget.messages.count()).toBe(log.length);
  return page;
}

describe('messages of a log', () => {
  it('agents are distinguished from the flow, and their files are shown or linked, if safe', async () => {
    const page = await visitWithLog([
      { author: 'user', text: 'hello' },
      {
        author: 'agent',
        text: '',
        attachments: [
          { type: 'image', url: `${stack.url}/tent.png`, caption: 'The tent' },
          { type: 'document', url: 'https://shop.example/manual.pdf', filename: 'manual.pdf' },
          { type: 'document', url: 'javascript:alert(1)', filename: 'evil.pdf' },
          { type: 'location', latitude: 52.5, longitude: 13.4, name: 'Our shop' },
        ],
      },
    ]);
    const agent = widgetOf(page).root.locator('.message.agent');
    await expect.poll(() => agent.locator('.who').textContent()).toBe('Team: ');
    const image = agent.getByRole('img', { name: 'The tent' });
    await expect.poll(() => image.getAttribute('src')).toBe(`${stack.url}/tent.png`);
    const links = await agent
      .locator('a')
      .evaluateAll((found) => found.map((link) => [link.textContent, link.getAttribute('href')]));
    expect(links).toEqual([
      ['The tent', `${stack.url}/tent.png`],
      ['manual.pdf', 'https://shop.example/manual.pdf'],
      ['Our shop', 'https://www.openstreetmap.org/?mlat=52.5&mlon=13.4#map=16/52.5/13.4'],
    ]);
    await expect.poll(() => agent.getByText('evil.pdf').isVisible()).toBe(true);
  });

  it('two choices of one label differ by their value', async () => {
    const page = await visitWithLog([
      { author: 'user', text: 'hello' },
      {
        author: 'bot',
        text: 'Which one?',
        choices: [
          { label: 'Smith', value: 'smith-1' },
          { label: 'Smith', value: 'smith-2' },
        ],
      },
    ]);
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await widgetOf(page).root.locator('.choices button').nth(1).click();
    expect((await sent).postDataJSON().content.text).toBe('smith-2');
  });
});

describe('an expired conversation', () => {
  it('says so, and the next message starts another', async () => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('hello');
    await eventually(() => widget.messages.count()).toBe(3);
    await page.goto('about:blank');
    const problem = { code: 'conversation_not_found', detail: 'There is no such conversation.' };
    await page.route(conversations, (route) => route.fulfill({ status: 404, json: problem }));
    await page.goto(stack.url);
    await widget.open();
    await eventually(() => widget.notice.textContent()).toContain('Your conversation expired.');
    await expect.poll(() => widget.transcript()).toEqual([]);
    await page.unroute(conversations);
    await widget.say('hello again');
    await eventually(() => widget.messages.count()).toBe(3);
    await expect.poll(() => widget.notice.textContent()).toBe('');
  });
});

describe('another visitor', () => {
  it("does not see the previous visitor's conversation", async () => {
    const { page } = await visit(browser, stack.url);
    const widget = widgetOf(page);
    await widget.open();
    await widget.say('my secret');
    await eventually(() => widget.messages.count()).toBe(3);
    await page.evaluate((id) => window.messagingWidget?.identify({ id }), randomUUID());
    await expect.poll(() => widget.transcript()).toEqual([]);
    await page.reload();
    await widget.open();
    await expect.poll(() => widget.transcript()).toEqual([]);
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('my secret');
  });

  it('is one with a UUID', async () => {
    const { page } = await visit(browser, stack.url);
    await widgetOf(page).launcher.waitFor();
    const refused = page.evaluate(() => window.messagingWidget?.identify({ id: '42' }));
    await expect(refused).rejects.toThrow('a visitor is identified by a UUID');
  });
});
