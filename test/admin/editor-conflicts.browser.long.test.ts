import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inspector, listOf, makeFlow, row, saved } from '../support/edit-flow.ts';
import {
  callAdminAs,
  endSession,
  giveSession,
  inAccountMenu,
  letTokenEnd,
  openSignedIn,
  passwordOf,
  shareAdmin,
} from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const editor = 'editor@acme.example';
const admin = 'admin@acme.example';

const write = async (page: Page, step: 'ask' | 'welcome', text: string) => {
  const isAsked = step === 'ask';
  await row(page, isAsked ? /^Question ask/ : /^Message welcome/).click();
  await inspector(page)
    .getByLabel(isAsked ? 'Question' : 'Text')
    .fill(text);
};
const textsOf = async (page: Page, flow: string) => {
  const { definition } = await (await callAs(page, 'GET', `/flows/${flow}/draft`)).json();
  return { welcome: definition.steps.welcome.text, ask: definition.steps.ask.text };
};
/** Waits until the device has a text. */
const onDevice = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate<string>(`new Promise((resolve) => {
        const opening = indexedDB.open('gateway-admin.journal');
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => { opening.result.close(); resolve(JSON.stringify(all.result)); };
        };
      })`),
    )
    .toContain(text);

it('changes of two users in different steps are merged; in the same field one chooses; offline changes wait on the device', async () => {
  const { page } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'two');
  const other = await open(admin, listOf('two'));
  await write(other.page, 'ask', 'Which one?');
  await saved(other.page);
  await write(page, 'welcome', 'Hi');
  await page.getByText('admin@acme.example changed 1 other step').waitFor();
  await row(page, /Question ask.*Which one/).waitFor();
  await saved(page);
  await page.context().setOffline(true);
  await write(page, 'ask', 'Mine?');
  await page.getByText('Offline: saved on this device').waitFor();
  await write(other.page, 'ask', 'Theirs?');
  await saved(other.page);
  await inAccountMenu(page, 'Sign out');
  await page
    .getByRole('dialog', { name: 'Sign out and lose unsaved changes?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Resolve conflict' }).waitFor();
  await expectReadable(page);
  await page.getByRole('radio', { name: 'ask text: Theirs' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await row(page, /Question ask.*Theirs/).waitFor();
  await saved(page);
});

it('a page reloaded right after a key press has the typed text, online and offline', async () => {
  const { page } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'reloaded');
  await write(page, 'welcome', 'Typed just now');
  await page.reload();
  await row(page, /Typed just now/).waitFor();
  await saved(page);
  await page.route('**/v1/admin/**', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await write(page, 'ask', 'Asked without a line?');
  await page.reload();
  await row(page, /Asked without a line/).waitFor();
  await page.unroute('**/v1/admin/**');
  await expect
    .poll(() => textsOf(page, 'reloaded'))
    .toEqual({ welcome: 'Typed just now', ask: 'Asked without a line?' });
});

it('a tab that crashes a moment after typing reopens with all of it, and with changes that others saved', async () => {
  const { page } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'crashed');
  const other = await open(admin, listOf('crashed'));
  const context = page.context();
  await context.setOffline(true);
  await write(page, 'welcome', 'Typed last');
  await onDevice(page, 'Typed last');
  await write(other.page, 'ask', 'Theirs?');
  await saved(other.page);
  const crash = page.waitForEvent('crash');
  void (await context.newCDPSession(page)).send('Page.crash').catch(() => undefined);
  await crash;
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await giveSession(again, shared.admin, editor);
  await again.goto(`${shared.admin.appUrl}t/acme/${listOf('crashed')}`);
  await row(again, /Message welcome.*Typed last/).waitFor();
  await row(again, /Question ask.*Theirs/).waitFor();
  await saved(again);
  expect(await textsOf(again, 'crashed')).toEqual({ welcome: 'Typed last', ask: 'Theirs?' });
  // The way back has outlived it, too.
  await again.getByRole('button', { name: 'Undo: Merge teammate’s changes' }).click();
  await again.getByRole('button', { name: 'Undo: Edit welcome' }).click();
  await row(again, /Message welcome.*Hi there/).waitFor();
});

it('a session that ends while a user types loses nothing: after signing in again it is there, merged', async () => {
  const { page } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'ended');
  const other = await open(admin, listOf('ended'));
  await write(other.page, 'ask', 'Theirs?');
  await saved(other.page);
  await endSession(page);
  await page.context().clearCookies();
  await write(page, 'welcome', 'Typed after the end');
  await page.getByRole('button', { name: 'Sign in again' }).first().click();
  await page.locator('#email').fill(editor);
  await page.locator('#password').fill(passwordOf(editor));
  await page.keyboard.press('Enter');
  await row(page, /Message welcome.*Typed after the end/).waitFor();
  await row(page, /Question ask.*Theirs/).waitFor();
  await saved(page);
  expect(await textsOf(page, 'ended')).toEqual({ welcome: 'Typed after the end', ask: 'Theirs?' });
});

it('an hour offline, after which the token has expired, loses neither typed text nor changes that another user saved', async () => {
  const { page } = await open(editor, 'flows');
  await page.clock.install();
  await makeFlow(page, shared.admin.appUrl, 'hour');
  const other = await open(admin, listOf('hour'));
  let attempts = 0;
  page.on('requestfailed', () => {
    attempts += 1;
  });
  await page.context().setOffline(true);
  await write(page, 'welcome', 'Typed on the train');
  await page.getByText('Offline: saved on this device').waitFor();
  const before = attempts;
  await page.clock.fastForward('01:00:00');
  // It goes on trying.
  await expect.poll(() => attempts).toBeGreaterThan(before);
  await write(other.page, 'ask', 'Theirs, later?');
  await saved(other.page);
  // The service's clock is this one; for it an hour has passed as well, so that the token is too old.
  await page.clock.setSystemTime(new Date());
  await letTokenEnd(page);
  await page.context().setOffline(false);
  await row(page, /Question ask.*Theirs, later/).waitFor();
  await row(page, /Message welcome.*Typed on the train/).waitFor();
  await saved(page);
  expect(await textsOf(other.page, 'hour')).toEqual({ welcome: 'Typed on the train', ask: 'Theirs, later?' });
});
