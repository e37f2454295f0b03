import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminFiles } from '../../bin/admin-files.ts';
import { bundleDesk, bundleSimulator } from '../../bin/bundle-page.ts';
import { bundleWidget } from '../../bin/bundle-widget.ts';
import { releaseOf } from '../../bin/release-of.ts';
import { adminRoot, createAdminPage } from '../../src/local/pages/admin-page.ts';
import { frontPages } from '../../src/local/pages/front-page.ts';
import { centerPages } from '../../src/local/simulator/center/center-pages.ts';
import { simulatorPages } from '../../src/local/simulator/serve-page.ts';
import { type Simulator, startSimulator } from '../../src/local/simulator/start-simulator.ts';
import { openSignedIn, pick, type TestAdmin } from '../support/start-admin.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, visit, widgetOf } from '../support/start-shop.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const shared = {} as { browser: Browser; admin: TestAdmin };
const open = openSignedIn(shared);
let simulator: Simulator;
beforeAll(async () => {
  const [files, widget] = await Promise.all([adminFiles(), bundleWidget('iife')]);
  const admin = createAdminPage(async () => files);
  simulator = await startSimulator({ retryAfterMs: () => 20, retryAfterS: 0 });
  const front = await frontPages({
    testPage: { js: '', css: '' },
    widget,
    release: releaseOf(widget.code),
    stack: () => stack,
    rows: () => [['gateway', stack.url]],
    curl: () => '',
  });
  const stack: TestStack = await startTestStack({
    providerUrl: simulator.url,
    pages: {
      ...front,
      ...admin.pages,
      ...simulatorPages(simulator, bundleSimulator),
      ...centerPages(simulator.center, bundleDesk),
    },
  });
  admin.configure(stack);
  simulator.connect(stack);
  shared.browser = await startBrowser();
  shared.admin = { ...stack, appUrl: stack.url + adminRoot };
});
afterAll(async () => {
  await shared.browser.close();
  await simulator.stop();
  await shared.admin.stop();
});

/** What somebody sees of their chat, and does in it. */
interface Visitor {
  readonly page: Page;
  says(text: string): Promise<void>;
  chooses(name: string): Promise<void>;
  /** What was said, in order. */
  words(): Promise<readonly string[]>;
  isTypedTo(): Promise<boolean>;
}

/** A phone with WhatsApp, of somebody new. */
async function phone(provider: string, name: string): Promise<Visitor> {
  const user = `49176${Math.floor(Math.random() * 1e8)}`;
  simulator.users.known(user, name);
  const { page } = await visit(shared.browser, `${shared.admin.url}/simulator`);
  await page.getByRole('radio', { name: `${provider} Acme` }).check();
  await page.locator('#user').selectOption({ label: name });
  const transcript = page.getByRole('log');
  return {
    page,
    async says(text) {
      await page.getByLabel('Message', { exact: true }).fill(text);
      await page.keyboard.press('Enter');
    },
    async chooses(choice) {
      await page.getByRole('button', { name: choice, exact: true }).last().click();
    },
    words: () => transcript.locator('.words').allTextContents(),
    isTypedTo: () => page.locator('#typing').isVisible(),
  };
}

/** A site with the widget. */
async function site(): Promise<Visitor> {
  const { page } = await visit(shared.browser, shared.admin.url);
  const widget = widgetOf(page);
  await widget.open();
  return {
    page,
    says: widget.say,
    chooses: (choice) => widget.choice(choice).click(),
    words: () => widget.messages.locator('.bubble').allTextContents(),
    isTypedTo: () => widget.root.locator('.dots').isVisible(),
  };
}

const channels: readonly (readonly [string, string, () => Promise<Visitor>])[] = [
  ['WhatsApp', 'Wanda', () => phone('WhatsApp Cloud API', 'Wanda')],
  ['360dialog', 'Dora', () => phone('360dialog', 'Dora')],
  ['web chat', 'Visitor', site],
];

it.each(channels)(
  'on %s a bot, an agent and the visitor talk, and the flow runs to its end',
  async (channel, name, begin) => {
    const visitor = await begin();
    await visitor.says('agent');
    const { page } = await open('editor@acme.example', 't/acme/inbox');
    await page.getByRole('link', { name: new RegExp(name) }).click();
    await page.getByRole('button', { name: /^Assign to me/ }).click();
    const box = page.getByRole('textbox', { name: /^Reply to/ });
    await expect.poll(() => box.isEditable()).toBe(true);
    await box.pressSequentially('Hello, I look.');
    await eventually(visitor.isTypedTo).toBe(true);
    await box.press('Enter');
    await eventually(visitor.words).toContain('Hello, I look.');
    await eventually(visitor.isTypedTo).toBe(false);
    await visitor.says('where is my parcel?');
    await eventually(() => page.locator('.thread-line .said').allTextContents()).toContain(
      'where is my parcel?',
    );
    if (channel !== 'web chat')
      await eventually(() => visitor.page.locator('.message.user .tick.read').count()).toBe(2);
    await page.getByRole('button', { name: 'Return to bot' }).click();
    const dialog = page.getByRole('dialog');
    await pick(dialog, 'Continue at', 'What is your order number? It has four digits, try 1001.');
    await dialog.getByRole('button', { name: 'Return to bot' }).click();
    await eventually(async () => (await visitor.words()).at(-1)).toContain('What is your order number?');
    await visitor.says('1001');
    await eventually(async () => (await visitor.words()).at(-1)).toBe('Anything else?');
    await visitor.chooses('No');
    await eventually(async () => (await visitor.words()).at(-1)).toBe('Thank you, and goodbye!');
    const words = await visitor.words();
    expect(words.slice(words.indexOf('Hello, I look.'))).toEqual([
      'Hello, I look.',
      'where is my parcel?',
      expect.stringContaining('What is your order number?'),
      '1001',
      expect.stringContaining('Order 1001'),
      'Anything else?',
      'No',
      'Thank you, and goodbye!',
    ]);
  },
);
