import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

const said = 'Nobody has written this down.';
const marker = 'not_written_down';

/** Every place of an example where the name of a step is written behind a word that means "go on there". */
function placesOf(value: unknown, names: ReadonlySet<unknown>, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isWay = /^(next|otherwise|afterClose|on[A-Z][a-zA-Z]*)$/.test(key) && names.has(inner);
    return isWay ? [[...path, key]] : placesOf(inner, names, [...path, key]);
  });
}

/** The definition with one way that leads to an end which says what no script expects. */
function ledAstray(definition: Json, path: Path): Json {
  const changed = structuredClone(definition) as Json & { steps: Json };
  let holder: Json = changed;
  for (const key of path.slice(0, -1)) holder = holder[key] as Json;
  holder[String(path.at(-1))] = marker;
  changed.steps[marker] = { kind: 'end', text: said };
  return changed;
}

/** What the page of tests says of the scripts: all as expected, or that some are not. */
async function areAsExpected(page: Page, id: string, count: number): Promise<boolean> {
  await page.goto(`${shared.admin.appUrl}t/acme/flows/${id}/tests`);
  await page.getByText(/^\d+ of \d+ paths covered$/).waitFor();
  return (await page.getByText('✓ Passed').count()) === count;
}

/**
 * A way is walked if somebody would notice that it leads elsewhere: each way of the flow is led astray, one after the other,
 * and the page runs the scripts again. Nothing of that asks what the engine counts.
 */
it.each(['order', 'reminder'])(
  'the coverage of the example %s, as a figure, a list and on the canvas, equals what is counted by breaking each connection',
  async (name) => {
    const { page, complaints } = await open('editor@acme.example', '');
    const id = `covered-${name}`;
    await page.goto(`${shared.admin.appUrl}t/acme/flows?new&from=example:${name}`);
    const dialog = page.getByRole('dialog', { name: 'New flow' });
    await dialog.getByLabel('Name').fill(id);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Test' }).waitFor();

    const { steps }: { steps: Json } = JSON.parse(readFileSync(`examples/flows/${name}.json`, 'utf8'));
    const scripts: unknown[] = JSON.parse(readFileSync(`examples/flows/${name}.conversations.json`, 'utf8'));
    const ways = placesOf(steps, new Set(Object.keys(steps)));
    expect(ways.length).toBeGreaterThan(5);
    expect(await areAsExpected(page, id, scripts.length)).toBe(true);

    let astray: Path = [];
    await page.route(`**/flows/${id}/draft`, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({
        response,
        json: { ...body, definition: ledAstray(body.definition, ['steps', ...astray]) },
      });
    });
    const left: string[] = [];
    for (const way of ways) {
      astray = way;
      if (await areAsExpected(page, id, scripts.length)) left.push(way.join('.'));
    }
    await page.unrouteAll();

    const walked = ways.length - left.length;
    expect(walked).toBeGreaterThan(0);
    await page.goto(`${shared.admin.appUrl}t/acme/flows/${id}/tests`);
    await page.getByText(`${walked} of ${ways.length} paths covered`, { exact: true }).waitFor();
    const listed = await page.locator('.trial-paths li').allTextContents();
    expect(listed.map((text) => text.replace(' ', '.')).toSorted()).toEqual(left.toSorted());

    await page.goto(`${shared.admin.appUrl}t/acme/flows/${id}/edit?view=canvas`);
    await page.getByRole('application').waitFor();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText(`${walked} of ${ways.length} paths covered`, { exact: true }).waitFor();
    await page.getByLabel('Show coverage on canvas').check();
    await expect.poll(() => page.locator('.edge-walked').count()).toBe(walked);
    expect(await page.locator('.edge-unwalked').count()).toBe(left.length);
    expect(complaints).toEqual([]);
  },
);
