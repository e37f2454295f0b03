import { expect, it } from 'vitest';
import { choose, connectTo, draftOf, inspector, makeFlow, row } from '../support/edit-flow.ts';
import { callAdminAs, openSignedIn, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const editor = 'editor@acme.example';

it('start, failure, keywords and notes are added, reconnected and removed', async () => {
  const { page, complaints } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'entrances');
  await row(page, /^Start/).focus();
  await page.keyboard.press('c');
  await choose(page, 'ask');
  await row(page, /^On any error/).focus();
  await page.keyboard.press('c');
  await choose(page, 'bye');
  await inspector(page).getByRole('tab', { name: 'Flow' }).click();
  await inspector(page).getByRole('button', { name: 'Add keywords' }).click();
  await inspector(page).getByLabel('Keywords').fill('help, human');
  await connectTo(inspector(page), 'bye');
  await row(page, /^Message welcome/).focus();
  await page.keyboard.press('n');
  await inspector(page).getByLabel('Text').fill('Why it is so');
  expect(await draftOf(page, 'entrances', callAs)).toMatchObject({
    definition: { start: 'ask', onError: 'bye', triggers: [{ words: ['help', 'human'], next: 'bye' }] },
    layout: { notes: [{ text: 'Why it is so', step: 'welcome' }] },
  });
  await inspector(page).getByRole('button', { name: 'Delete note' }).click();
  await row(page, /^On any error/).focus();
  await page.keyboard.press('Delete');
  await row(page, /^Global keywords/).click();
  await inspector(page).getByRole('button', { name: 'Delete keywords' }).click();
  const { definition, layout } = await draftOf(page, 'entrances', callAs);
  expect([definition.onError, definition.triggers ?? [], layout.notes ?? []]).toEqual([undefined, [], []]);
  expect(complaints).toEqual([]);
});

it('a move by keys, a rename, a group, a copy, a note, an arrangement and a removal are all undone and redone', async () => {
  const { page, complaints } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'undone');
  const first = await draftOf(page, 'undone', callAs);
  await row(page, /^Message welcome/).focus();
  await page.keyboard.press('F2');
  await choose(page, 'hello');
  await row(page, /^Message hello/).focus();
  await page.keyboard.press('g');
  await choose(page, 'Greeting');
  await row(page, /^Message hello/).focus();
  await page.keyboard.press('Control+d');
  await row(page, /^Message hello_2/).waitFor();
  await page.keyboard.press('n');
  await page.keyboard.press('Alt+1');
  const canvas = page.getByRole('application');
  await page.getByRole('button', { name: 'Tidy up' }).click();
  await page.getByRole('button', { name: /^Undo: Tidy up/ }).waitFor();
  await page.locator('.react-flow__node[data-id="ask"] .node-kind').click();
  await canvas.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('button', { name: /^Undo: Move/ }).waitFor();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: /^Undo: Delete/ }).waitFor();
  const last = await draftOf(page, 'undone', callAs);
  const back = page.getByRole('button', { name: 'Nothing to undo' });
  const forth = page.getByRole('button', { name: 'Nothing to redo' });
  await canvas.focus();
  let undone = 0;
  for (; (await back.count()) === 0; undone += 1) await page.keyboard.press('Control+z');
  expect(undone).toBe(7);
  expect(await draftOf(page, 'undone', callAs)).toEqual(first);
  await canvas.focus();
  for (let done = 0; done < undone; done += 1) await page.keyboard.press('Control+Shift+z');
  await forth.waitFor();
  expect(await draftOf(page, 'undone', callAs)).toEqual(last);
  expect(complaints).toEqual([]);
});
