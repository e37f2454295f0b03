import { expect, it } from 'vitest';
import { shareAdmin } from '../support/start-admin.ts';
import { keepTab, namedPages, walkPages } from '../support/walk-pages.ts';

/** Every page by keys alone. */
const shared = shareAdmin();
const { goTo, expectThere } = walkPages(shared);
const kept = keepTab(shared, 'super-admin');

/** Marks what a key is to come to; of what is walked by arrows (tabs, radio buttons, a chart, a canvas) one is a stop. */
const markStops = `(() => {
  const all = document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary, [tabindex])');
  const isStop = (one) => one.tabIndex >= 0 && !one.disabled && !one.matches('[type=radio]:not(:checked)');
  const stops = [...all].filter((one) => isStop(one) && one.checkVisibility());
  for (const one of stops) one.dataset.stop = '';
  return stops.length;
})()`;

/** What has the focus, where it cannot be told; its mark goes. */
const seeFocus = `(() => {
  let one = document.activeElement;
  delete one.dataset.stop;
  while (one.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
  const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  return isSeen || one.matches('input, select, textarea, .cm-content, body') ? '' : one.outerHTML.slice(0, 120);
})()`;

it.each(namedPages)(
  'keys reach every control of $pattern, show where they are, and leave it again',
  async (row) => {
    const { page } = kept.tab;
    await goTo(page, row);
    await expectThere(page, row);
    const stops = await page.evaluate<number>(markStops);
    const unseen = new Set<string>();
    await page.locator('h1').focus();
    const marked = page.locator('main [data-stop]');
    for (let n = 0; n < stops + 40 && (await marked.count()) > 0; n += 1) {
      await page.keyboard.press('Tab');
      unseen.add(await page.evaluate<string>(seeFocus));
    }
    // What has the focus may change what else is a stop: a chosen row opens another tab of the inspector.
    const left = await marked.evaluateAll((all) =>
      all.filter((one) => (one as HTMLElement).tabIndex >= 0).map((one) => one.outerHTML.slice(0, 120)),
    );
    expect({ left, unseen: [...unseen].filter((one) => one !== '') }).toEqual({ left: [], unseen: [] });
  },
);
