import { expect, it } from 'vitest';
import { deny, type Facility, facilities, type Way } from '../support/deny.ts';
import { heading, openTab, shareAdmin } from '../support/start-admin.ts';
import { askForHuman, openDenied, workInEveryTab } from './work-in-every-tab.ts';

const shared = shareAdmin();

/** Without it nobody comes back from the sign-in: see below. */
const withSession = facilities.filter((facility) => facility !== 'sessionStorage');

// Each facility in each way: denied.browser.long.test.ts.
it.each<[Way, readonly Facility[]]>([
  ['missing', ['BroadcastChannel']],
  ['refusing', withSession],
])('the console works in every tab where the browser answers %s for %s', async (way, denied) => {
  await workInEveryTab(shared, (context) => deny(context, denied, way));
});

it.each<Way>(['missing', 'throwing', 'refusing'])(
  'a user who could not return from the sign-in is told before it (%s)',
  async (way) => {
    const { page, complaints } = await openTab(shared.browser);
    await deny(page.context(), facilities, way);
    await page.goto(shared.admin.appUrl);
    await heading(page, 'Your browser blocks site data');
    expect(complaints).toEqual([]);
  },
);

it('a failed notification leaves sound and badge working, and a broken part recovers by itself', async () => {
  const { page, complaints } = await openDenied(shared, async (context) => {
    await context.addInitScript(`
      localStorage.setItem('gateway-admin.inbox-settings', '{"notify":true}');
      window.tried = 0;
      // As Chrome on Android.
      window.Notification = function () { window.tried += 1; throw new TypeError('Illegal constructor.'); };
      window.Notification.permission = 'granted';
      window.rings = 0;
      const part = () => ({ connect() {}, start() { window.rings += 1; }, stop() {}, gain: {}, frequency: {} });
      window.AudioContext = class { async resume() {} createGain = part; createOscillator = part; };
      window.isBroken = false;
      Object.defineProperty(document, 'hidden', {
        get() { if (window.isBroken) throw new Error('broken by the test'); return true; },
      });
    `);
  });
  await page.goto(`${shared.admin.appUrl}t/acme/inbox`);
  await page.getByRole('tab', { name: 'All' }).click();
  // It counts what was there; only who comes after that is news.
  await page.getByRole('tab', { name: /^All open \d/ }).waitFor();
  const read = (name: string) => page.evaluate<number>(`window.${name}`);
  const waits = async (name: string) => {
    await askForHuman(shared, name);
    await page.getByRole('link', { name: new RegExp(name) }).waitFor();
  };
  await waits('Oneone');
  await expect.poll(() => read('tried')).toBe(1);
  await expect.poll(() => read('rings')).toBe(2);
  await waits('Twotwo');
  await expect.poll(() => read('rings')).toBe(4);
  const counted = async () => Number(/^\((\d+)\)/.exec(await page.title())?.[1]);
  await expect.poll(counted).toBeGreaterThanOrEqual(2);
  expect(complaints).toEqual([]);

  await page.evaluate('window.isBroken = true');
  await waits('Threethree');
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  await page.evaluate('window.isBroken = false');
  await expect.poll(counted).toBeGreaterThanOrEqual(3);
  const before = await read('rings');
  await waits('Fourfour');
  await expect.poll(() => read('rings')).toBeGreaterThan(before);
});

it('an input method chooses words with its keys in every field; nothing is sent, selected or left', async () => {
  const { page } = await openDenied(shared, async () => undefined);
  const at = (path: string) => page.goto(`${shared.admin.appUrl}t/acme/${path}`);
  const press = (key: string) =>
    page.evaluate((pressed) => {
      for (const composing of [{ keyCode: 229 }, { isComposing: true }])
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true, ...composing }),
        );
    }, key);
  const field = () => page.evaluate<string>('document.activeElement.value');

  await askForHuman(shared, 'Yuki');
  await at('inbox');
  await page.getByRole('link', { name: /Yuki/ }).click();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  const box = page.getByRole('textbox', { name: 'Reply to Yuki' });
  await expect.poll(() => box.isEditable()).toBe(true);
  await box.fill('ありがと');
  await press('Enter');
  expect(await field()).toBe('ありがと');
  expect(await page.locator('[data-pending]').count()).toBe(0);

  // The palette's field, from which Enter goes to a page and arrows choose one.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages, flows and steps' }).waitFor();
  const chosen = () => page.getByRole('dialog').getByRole('option', { selected: true }).textContent();
  const before = await chosen();
  await press('ArrowDown');
  await press('Enter');
  expect([await chosen(), await page.getByRole('dialog').count()]).toEqual([before, 1]);
  await page.keyboard.press('Escape');

  await at('flows/support/edit?view=list');
  await page.getByRole('treegrid').waitFor();
  await page.keyboard.press('Control+f');
  await page.getByRole('dialog').getByRole('textbox').first().fill('a');
  await page.getByRole('dialog').locator('.found-one').first().waitFor();
  await press('Enter');
  expect(await page.getByRole('dialog').count()).toBe(1);
});
