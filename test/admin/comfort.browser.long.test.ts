import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { cutOffIn, untranslatedIn, wordsTold } from '../support/untranslated.ts';
import { namedPages, walkPages } from '../support/walk-pages.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const { addressOf, isExpected } = walkPages(shared);

/** What lies above pages, or is a look of their own. */
const others = [
  '',
  'reports/cost',
  'reports/refusals',
  'flows?new',
  'flows/support?view=canvas&step=menu',
  'flows/support/compare?from=1&to=draft&view=canvas',
  'widgets/acme-web?tab=code',
  'widgets/acme-web?tab=secrets',
  'channels/chatapp/whatsapp?step=secrets',
  'channels/chatapp/whatsapp?step=webhook',
  'users?invite',
  'saved-replies?edit',
];

/** Opens every page of the console as somebody who may see all, and looks at each when it is there. */
async function walk(
  { language = 'en', ...options }: BrowserContextOptions & { readonly language?: string },
  look: (page: Page, path: string, told: ReadonlySet<string>) => Promise<void>,
) {
  const { page, complaints } = await open('operator@platform.example', '', options);
  const told = wordsTold(page);
  await page.evaluate((chosen) => localStorage.setItem('gateway-admin.language', chosen), language);
  let known = 0;
  for (const path of [...namedPages.map((one) => one.path), ...others]) {
    await page.goto(addressOf(path));
    await page.locator('h1').waitFor({ state: 'attached' });
    await expect
      .poll(() => page.locator('.rows-to-come, [aria-busy="true"]').count(), { timeout: 20_000 })
      .toBe(0);
    await look(page, path, told);
    expect(complaints.slice(known).filter((complaint) => !isExpected(complaint, { path }))).toEqual([]);
    known = complaints.length;
  }
}

const isTooWide = (page: Page) => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');

it('at 200 % zoom no page scrolls sideways', async () => {
  await walk({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }, async (page, path) => {
    expect([path, await isTooWide(page)]).toEqual([path, false]);
  });
});

it('in a pseudo-language no text is untranslated, and longer ones are neither cut off nor wider than a phone', async () => {
  await walk({ language: 'en-XA' }, async (page, path, told) => {
    await expect.poll(() => untranslatedIn(page, told).then((found) => [path, found])).toEqual([path, []]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect([path, await isTooWide(page), await cutOffIn(page)]).toEqual([path, false, []]);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
});

it('in Arabic every page can be read, and the rail is on the other side', async () => {
  await walk({ language: 'ar' }, async (page, path) => {
    expect([path, await readingProblemsOf(page), await isTooWide(page)]).toEqual([path, [], false]);
    expect(await page.evaluate('document.documentElement.dir')).toBe('rtl');
    const rail = await page.getByRole('navigation').first().boundingBox();
    expect(rail?.x).toBeGreaterThan(640);
  });
});

it('nothing moves for users who prefer reduced motion', async () => {
  await walk({ reducedMotion: 'reduce' }, async (page, path) => {
    const moving = await page.evaluate<string[]>(`[...document.querySelectorAll('*')]
      .filter((one) => {
        const { transitionDuration, animationDuration } = getComputedStyle(one);
        return /[1-9]/.test(transitionDuration + animationDuration);
      })
      .map((one) => one.className || one.tagName)`);
    expect([path, moving]).toEqual([path, []]);
  });
});

it('in forced colours selection and focus can be seen', async () => {
  await walk({ forcedColors: 'active' }, async (page, path) => {
    const alike = await page.evaluate<string[]>(`(() => {
      const look = (one) => {
        const { backgroundColor, borderBottomColor, color } = getComputedStyle(one);
        return [backgroundColor, borderBottomColor, color].join();
      };
      const pairs = [
        ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
        ['.segments label[data-active]', '.segments label:not([data-active])'],
        ['nav .rail-link[aria-current]', 'nav .rail-link:not([aria-current])'],
      ];
      return pairs.flatMap(([chosen, other]) => {
        const [a, b] = [document.querySelector(chosen), document.querySelector(other)];
        return a && b && look(a) === look(b) ? [chosen] : [];
      });
    })()`);
    expect([path, alike]).toEqual([path, []]);
    await page.keyboard.press('Tab');
    const outline = await page.evaluate<string>(`(() => {
      const { outlineStyle, outlineWidth, borderStyle } = getComputedStyle(document.activeElement);
      return outlineStyle + ' ' + outlineWidth + ' ' + borderStyle;
    })()`);
    expect([path, /^(solid|auto) [1-9]/.test(outline) || / (solid)/.test(outline)]).toEqual([path, true]);
  });
});
