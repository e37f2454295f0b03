import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type FlowScript, flowScripts } from '../../src/engine/flow-script.ts';
import { choose, draftOf, listOf, row } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const editor = 'editor@acme.example';

const scriptsOf = (name: string): readonly FlowScript[] =>
  flowScripts.parse(JSON.parse(readFileSync(`examples/flows/${name}.conversations.json`, 'utf8')));

/** A flow as an example has it, on its page of tests. */
async function createFrom(page: Page, example: string, id: string): Promise<void> {
  await page.goto(`${shared.admin.appUrl}t/acme/flows?new&from=example:${example}`);
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await dialog.getByLabel('Name').fill(id);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Test' }).click();
}

/** What is expected there of a script is what the gateway says: test/journeys/test-chat-equals-gateway.test.ts. */
it.each(['booking', 'faq', 'greeting', 'handoff', 'order', 'reminder', 'survey'])(
  'the tests of the example %s, run in the page, pass',
  async (name) => {
    const { page, complaints } = await open(editor, '');
    await createFrom(page, name, `played-${name}`);
    const scripts = scriptsOf(name);
    await page
      .getByText(`All ${scripts.length} tests pass`)
      .or(page.getByText('The test passes'))
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
  },
);

it('a renamed step is renamed in connections, keywords and tests, and one Undo reverts it', async () => {
  const { page, complaints } = await open(editor, '');
  await createFrom(page, 'reminder', 'renamed');
  await page.goto(`${shared.admin.appUrl}t/acme/${listOf('renamed')}`);
  await row(page, /^Wait night/).waitFor();
  const written = async () => {
    const { definition, conversations } = await draftOf(page, 'renamed', callAs);
    return JSON.stringify({ definition, conversations });
  };
  const before = await written();
  const named = before.split('"night"').length - 1;
  expect(named).toBe(3);
  await row(page, /^Wait night/).focus();
  await page.keyboard.press('F2');
  await choose(page, 'overnight');
  await row(page, /^Wait overnight/).waitFor();
  const after = await written();
  expect(after).not.toContain('"night"');
  expect(after.split('"overnight"').length - 1).toBe(named);
  await row(page, /^Wait overnight/).focus();
  await page.keyboard.press('Control+z');
  await row(page, /^Wait night/).waitFor();
  expect(await written()).toBe(before);
  expect(complaints).toEqual([]);
});
