import type { Page } from 'playwright-core';

/** Every text that the service has told a page, from now on: what is in no language of the console. */
export function wordsTold(page: Page): ReadonlySet<string> {
  const told = new Set<string>();
  const take = (value: unknown): void => {
    // A place such as "chatapp/whatsapp" is shown by its second part.
    if (typeof value === 'string') for (const part of [value, ...value.split('/')]) told.add(part);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        told.add(key);
        take(inner);
      }
  };
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('json'))
      void response.json().then(take, () => undefined);
  });
  return told;
}

/** What no catalog has: code, texts marked with their own language, what Mantine measures text fields by, initials, what authors wrote on a canvas and in its list, and its attribution. */
const elsewhere =
  '[lang]:not(html), code, pre, script, style, textarea[aria-hidden=true], .mantine-Avatar-root, .tree-said, .node-text, .node-fact, .react-flow__attribution, .react-flow__attribution *';

/**
 * What people read or hear on a page that is shown in the pseudo-locale and neither came through the texts nor from the
 * service. What the browser writes, times and names of languages, is left out.
 */
export async function untranslatedIn(page: Page, told: ReadonlySet<string>): Promise<string[]> {
  const said = await page.evaluate<string[]>(`(() => {
    const isOurs = (one) => one && !one.closest(${JSON.stringify(elsewhere)}) && one.checkVisibility();
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (isOurs(walker.currentNode.parentElement)) found.push(walker.currentNode.data);
    for (const one of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      if (isOurs(one))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) found.push(one.getAttribute(name) ?? '');
    return [...found, document.title];
  })()`);
  const known = [...told].filter((text) => text.length > 1).sort((a, b) => b.length - a.length);
  return said
    .map((text) =>
      text
        .replaceAll(/⟦.*⟧|en-XA/gs, ' ')
        .replaceAll(
          /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b(?:, [A-Z][a-z]+ \d{1,2}, \d{4})?|\b(?:English|German)\b/g,
          ' ',
        )
        .replaceAll(/\b[A-Z][a-z]{2} \d{1,2}\b|\b\d[\d:.]* [AP]M\b/g, ' '),
    )
    .filter((text) => /\p{L}{2,}/u.test(text))
    .map((text) => known.reduce((rest, one) => rest.replaceAll(one, ' '), text))
    .filter((text) => /\p{L}{2,}/u.test(text));
}

/** Words on what is pressed, followed or read first that do not fit into it. */
export function cutOffIn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main :is(button, a, h1, h2, label, th)')]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
    .filter((one) => getComputedStyle(one).overflowX !== 'visible' && !one.closest('.canvas'))
    .map((one) => one.textContent)`);
}
