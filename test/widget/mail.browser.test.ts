import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maria } from '../support/inbox.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, shopPages, visit, widgetOf } from '../support/start-shop.ts';

let browser: Browser;
let box: Mailbox;
beforeAll(async () => {
  const pages = await shopPages(() => box.desk.stack);
  [browser, box] = await Promise.all([startBrowser(), startMailbox({ pages })]);
});
afterAll(async () => {
  await browser.close();
  await box.desk.stack.stop();
});

/** A visitor who waits for an agent, and is asked for an address at once. */
async function visitWaiting(options: Parameters<typeof visit>[2] = {}, query = '') {
  const { page, violations } = await visit(browser, 'about:blank', options);
  await page.route('**/v1/webchat/settings?*', (route) =>
    route.fulfill({ json: { title: 'Acme support', email_replies: true, email_after_minutes: 0 } }),
  );
  await page.goto(`${box.desk.stack.url}/${query}`);
  const widget = widgetOf(page);
  await widget.open();
  await widget.say('hello');
  await eventually(widget.transcript).toHaveLength(2);
  await widget.say('my order');
  return { page, violations, widget, card: widget.root.locator('.mail') };
}

describe('replies by email', () => {
  it('are offered on a phone, in the dark and from right to left, and can be dismissed', async () => {
    const phone = { viewport: { width: 390, height: 780 }, colorScheme: 'dark', hasTouch: true } as const;
    const { page, card } = await visitWaiting(phone, '?lang=ar');
    await card.waitFor();
    expect(await readingProblemsOf(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/phone-dark-ar.png` });
    expect(await card.getByRole('textbox', { name: 'عنوان البريد الإلكتروني' }).isVisible()).toBe(true);
    await card.getByRole('button', { name: 'إخفاء' }).click();
    expect(await card.count()).toBe(0);
  });

  it('are asked for in the chat, confirmed in the mailbox, and lead back into the chat of another browser', async () => {
    const { page, violations, widget, card } = await visitWaiting();
    const email = box.newEmail();
    const field = widget.root.getByRole('textbox', { name: 'Email address' });
    await field.fill('nonsense');
    await field.press('Enter');
    await card.getByText('Enter a valid email address.').waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/desktop.png` });
    expect(await readingProblemsOf(page)).toEqual([]);
    await field.fill(email);
    await widget.root.getByRole('button', { name: 'Notify me' }).click();
    await card.getByText('click the link to confirm').waitFor();
    await box.desk.stack.drain();
    const mail = await page.context().newPage();
    await mail.goto(box.linkIn(email));
    expect(await readingProblemsOf(mail)).toEqual([]);
    if (process.env.SHOTS) await mail.screenshot({ path: `${process.env.SHOTS}/confirm.png` });
    await mail.getByRole('button', { name: 'Confirm address' }).click();
    await mail.getByRole('heading', { name: 'Your address is confirmed.' }).waitFor();
    expect(await readingProblemsOf(mail)).toEqual([]);
    const id = await page.evaluate(
      () => Object.entries(localStorage).find(([name]) => name.endsWith(':conversation'))?.[1],
    );
    if (process.env.SHOTS) {
      await page.screenshot({ path: `${process.env.SHOTS}/sent.png` });
      await mail.setContent(box.mailsTo(email)[0]?.html ?? '');
      await mail.screenshot({ path: `${process.env.SHOTS}/mail.png` });
    }
    await page.close();
    await mail.close();
    await box.desk.as(maria).reply(id ?? '', 'Here is your answer.');
    await box.desk.pass(2.1);
    const phone = await visit(browser, box.linkIn(email));
    const there = widgetOf(phone.page);
    await eventually(there.transcript).toContainEqual('agent: Here is your answer.');
    expect(new URL(phone.page.url()).hash).toBe('');
    // The link has been used.
    const { page: third } = await visit(browser, box.linkIn(email));
    await widgetOf(third).root.getByText('The link has expired or was already used.').waitFor();
    expect(await widgetOf(third).input.isVisible()).toBe(true);
    if (process.env.SHOTS) await third.screenshot({ path: `${process.env.SHOTS}/gone.png` });
    expect([violations, phone.violations]).toEqual([[], []]);
  });
});
