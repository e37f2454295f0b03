import { expect, it } from 'vitest';
import type { StepKind } from '../../src/contract/flow.ts';
import { choose, draftOf, inspector, listOf, makeFlow, row, saved } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const editor = 'editor@acme.example';

/** A field of each kind, and what is typed into it; of those that are made of rows, after a row is added. */
const typed: Readonly<
  Record<StepKind, { name: string; field: string; says: string; holds: unknown; isChosen?: true }>
> = {
  message: { name: 'Message', field: 'text', says: 'Hi', holds: 'Hi' },
  question: { name: 'Question', field: 'text', says: 'What?', holds: 'What?' },
  set: { name: 'Set variables', field: 'assign', says: 'total', holds: { total: '' } },
  branch: {
    name: 'Condition',
    field: 'branches',
    says: '1 > 0',
    holds: [expect.objectContaining({ when: '1 > 0' })],
  },
  http: { name: 'HTTP request', field: 'url', says: 'https://shop.example/', holds: 'https://shop.example/' },
  llm: { name: 'AI reply', field: 'system', says: 'You help.', holds: 'You help.' },
  handoff: { name: 'Handoff', field: 'reason', says: 'Asked for', holds: 'Asked for' },
  call: { name: 'Run flow', field: 'flow', says: 'support', holds: 'support', isChosen: true },
  wait: { name: 'Wait', field: 'minutes', says: '5', holds: 5 },
  end: { name: 'End', field: 'text', says: 'Bye', holds: 'Bye' },
};

it('a step of every kind is added, filled in, connected and removed by keys in the list', async () => {
  const { page, complaints } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'kinds');
  const stepsOf = async (): Promise<Record<string, { readonly kind: string }>> =>
    (await draftOf(page, 'kinds', callAs)).definition.steps;
  const before = Object.keys(await stepsOf());
  for (const [kind, { name, field, says, isChosen }] of Object.entries(typed)) {
    await row(page, /^Message welcome/).focus();
    await page.keyboard.press('a');
    await choose(page, name);
    await page.getByRole('heading', { name: `${name} ${kind}` }).waitFor();
    const within = inspector(page).locator(`[data-field="${field}"]`);
    if (kind === 'set') await within.getByRole('button', { name: 'Add' }).press('Enter');
    const input = within.getByRole(isChosen || kind === 'set' ? 'combobox' : 'textbox').first();
    if (isChosen) {
      await input.fill(says);
      await page.getByRole('option', { name: `(${says})` }).waitFor();
      await input.press('ArrowDown');
      await input.press('Enter');
    } else await input.fill(says);
    if (kind === 'set') await input.press('Enter');
    await input.press('Escape');
  }
  // A step that is left is called by its first words: the last one, too, before its id is read.
  await row(page, /^Message welcome/).press('ArrowDown');
  const added = Object.entries(await stepsOf()).filter(([id]) => !before.includes(id));
  for (const [kind, { field, holds }] of Object.entries(typed))
    expect(added.map(([, step]) => step)).toContainEqual(expect.objectContaining({ kind, [field]: holds }));
  for (const [id, { kind }] of added) {
    await row(page, new RegExp(`^${typed[kind as StepKind].name} ${id}`)).focus();
    if (kind === 'end') continue;
    await page.keyboard.press('c');
    await choose(page, 'thanks');
  }
  const connected = await stepsOf();
  for (const [id, { kind }] of added)
    if (kind !== 'end') expect(JSON.stringify(connected[id])).toContain('"thanks"');
  for (const [id, { kind }] of added) {
    const own = row(page, new RegExp(`^${typed[kind as StepKind].name} ${id}`));
    await own.focus();
    await page.keyboard.press('Delete');
    await expect.poll(() => own.count()).toBe(0);
  }
  expect(Object.keys(await stepsOf())).toEqual(before);
  expect(complaints).toEqual([]);
});

it('steps are copied into a flow of another tenant by the clipboard, with new IDs where theirs are taken', async () => {
  const { page } = await open('operator@platform.example', '');
  const root = `${shared.admin.appUrl}t`;
  await page.goto(`${root}/acme/${listOf('support')}`);
  await row(page, /^Question menu/).focus();
  await page.keyboard.press('Control+c');
  await page.getByText('1 step copied').waitFor();
  await page.goto(`${root}/globex/flows?new`);
  const dialog = page.getByRole('dialog', { name: 'New flow' });
  await dialog.getByLabel('Name').fill('copied');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await inspector(page).waitFor();
  await page.goto(`${root}/globex/${listOf('copied')}`);
  await row(page, /^Message welcome/).focus();
  for (const id of ['menu', 'menu_2']) {
    await page.keyboard.press('Control+v');
    await row(page, new RegExp(`^Question ${id} `)).waitFor();
  }
  await saved(page);
});
