import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inspector, listOf, makeFlow, row, saved } from '../support/edit-flow.ts';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const editor = 'editor@acme.example';

/** Waits for the timers with which a list resets its highlighted option when it opens and closes. */
const timersRun = (page: Page) => page.evaluate(() => new Promise<void>((done) => setTimeout(done)));

it('by keyboard alone a question with choices, a look-up and a handoff are added, connected, and survive a reload', async () => {
  const { page, complaints } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'by-keys');
  await row(page, /^Question ask/).focus();
  await page.keyboard.press('a');
  await page.keyboard.type('http');
  await page.keyboard.press('Enter');
  const url = inspector(page).getByLabel('URL');
  await url.fill('https://shop.example/orders');
  await page.keyboard.press('Escape');
  await expect.poll(() => row(page, /^HTTP request http/).count()).toBe(1);
  await row(page, /^On error/).focus();
  await page.keyboard.press('a');
  await page.keyboard.type('handoff');
  await page.keyboard.press('Enter');
  await inspector(page).getByLabel('Reason').fill('the shop does not answer');
  await inspector(page).getByLabel('Reason').press('Escape');
  await row(page, /^Question ask/).focus();
  await page.keyboard.press('Enter');
  await inspector(page).getByRole('button', { name: 'Add choice' }).press('Enter');
  await inspector(page).getByLabel('Label').fill('Nothing');
  const way = inspector(page)
    .getByRole('group', { name: 'Choices' })
    .getByRole('combobox', { name: 'Next step' });
  await way.pressSequentially('b');
  await page.getByRole('option', { name: 'bye' }).waitFor();
  // Escape leaves the list alone, not the form.
  await way.press('Escape');
  await timersRun(page);
  await way.pressSequentially('y');
  await page.getByRole('option', { name: 'bye' }).waitFor();
  await timersRun(page);
  await way.pressSequentially('e');
  await way.press('Enter');
  await row(page, /“Nothing”.*bye/).waitFor();
  await page.getByRole('button', { name: 'No problems' }).waitFor();
  await expectReadable(page);
  await saved(page);
  await page.reload();
  await row(page, /“Nothing”.*bye/).waitFor();
  await row(page, /^On error.*handoff/).waitFor();
  await page.getByRole('button', { name: 'Undo: Connect ask' }).click();
  await row(page, /“Nothing”.*Same as “Any other answer”/).waitFor();
  expect(complaints).toEqual([]);
});

it('a problem is shown at its step, its field and in the panel; a missing connection is added from there', async () => {
  const { page } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'faulty');
  await row(page, /^Message welcome/).click();
  const text = inspector(page).getByLabel('Text');
  await text.fill('Hello {{ nam }}');
  await inspector(page).getByText('there is no variable nam').waitFor();
  await row(page, /Message welcome.*1 problem/).waitFor();
  await expectReadable(page);
  await row(page, /^Next.*bye/).focus();
  await page.keyboard.press('Delete');
  // While a step can't be read nobody knows what is set in it: variables are looked for afterwards.
  const panel = page.getByRole('region', { name: 'Problems' });
  await page.getByRole('button', { name: '✕ 1 problem' }).click();
  await panel.getByText('not connected').waitFor();
  await panel.getByRole('button', { name: 'thanks › Next step' }).waitFor();
  await panel.getByRole('button', { name: 'Connect…' }).click();
  await page.keyboard.type('bye');
  await page.keyboard.press('Enter');
  await panel.getByText('there is no variable nam').waitFor();
  await page.keyboard.press('F8');
  await expect.poll(() => text.evaluate((field) => field.matches(':focus'))).toBe(true);
  await row(page, /^Message thanks/).click();
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request publishing' });
  await dialog.getByRole('button', { name: /^welcome › / }).click();
  await inspector(page).getByRole('heading', { name: 'Message welcome' }).waitFor();
  await expect.poll(() => dialog.count()).toBe(0);
});

it('a text suggests variables by keyboard, shows its result, and marks errors', async () => {
  const { page, complaints } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'expressions');
  const says = async (step: string) => {
    await row(page, new RegExp(`^${step}`)).click();
    const field = inspector(page).getByRole('textbox', { name: 'Text', exact: true });
    // A plain field is there until what offers has loaded.
    await expect.poll(() => field.evaluate(({ tagName }) => tagName)).not.toBe('TEXTAREA');
    return field;
  };
  const offered = page.getByRole('option');
  await row(page, /^Question ask/).click();
  await inspector(page).getByLabel('Save answer as').fill('answer');
  // The welcome comes before the question: its answer is not known yet.
  const welcome = await says('Message welcome');
  await welcome.fill('Hi {{ ');
  await welcome.press('Control+Space');
  await offered.getByText('message', { exact: true }).waitFor();
  expect(await offered.getByText('answer', { exact: true }).count()).toBe(0);
  await welcome.press('Escape');
  await welcome.pressSequentially('message.user.fir');
  await offered.getByText('firstName', { exact: true }).waitFor();
  await welcome.press('Enter');
  await inspector(page).getByText('→ Hi Ada').waitFor();
  await welcome.press('Control+z');
  await welcome.press('Control+z');
  // In the field, and nowhere else: no step was taken back.
  await expect.poll(() => row(page, /^Message welcome/).count()).toBe(1);
  await welcome.fill('Hi');
  // The end comes after it.
  const bye = await says('End bye');
  await bye.fill('You said {{ ');
  // Typed, not asked for by keys on top: Enter is a new line while a list is being made anew.
  await bye.pressSequentially('ans');
  await offered.getByText('answer', { exact: true }).waitFor();
  await bye.press('Enter');
  await inspector(page).getByText('No value yet for answer').waitFor();
  await expectReadable(page);
  await bye.fill('{{ anser }}');
  await inspector(page).getByText('did you mean "answer"?').waitFor();
  await expect.poll(() => page.locator('.mistake').textContent()).toBe('anser');
  await expect.poll(() => bye.getAttribute('aria-invalid')).toBe('true');
  expect(complaints).toEqual([]);
});

it('invalid JSON keeps the last state and names the line; valid JSON is in the list at once', async () => {
  const { page, complaints } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'as-json');
  await page.keyboard.press('Alt+3');
  const json = page.getByRole('textbox', { name: 'as-json as JSON' });
  await json.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('x');
  await page.getByText(/^Line 1: invalid JSON/).waitFor();
  await page.keyboard.press('Alt+2');
  await page
    .getByRole('alert')
    .getByText(/^Line 1/)
    .waitFor();
  await row(page, /^Message welcome/).waitFor();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await json.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Delete');
  await page.getByText('Changes apply to all views').waitFor();
  await expectReadable(page);
  expect(complaints).toEqual([]);
});

it('steps are pasted as text into another flow, with new IDs where theirs are taken', async () => {
  const { page } = await open(editor, 'flows');
  await makeFlow(page, shared.admin.appUrl, 'copies');
  const clip = {
    kind: 'flow-steps',
    version: 1,
    steps: { welcome: { kind: 'message', text: 'Again', next: 'more' }, more: { kind: 'end' } },
  };
  const paste = async () => {
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, JSON.stringify(clip));
    await row(page, /Message welcome_2.*Again/).waitFor();
    await page.getByText('2 steps pasted').waitFor();
  };
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await paste();
  await undo.click();
  await expect.poll(() => row(page, /welcome_2/).count()).toBe(0);
  await undo.waitFor({ state: 'hidden' });
  await paste();
  await page.keyboard.press('Control+z');
  await expect.poll(() => row(page, /welcome_2/).count()).toBe(0);
  // Its Undo would take back the change before.
  await undo.waitFor({ state: 'hidden' });
});

it("a viewer can't open the editor", async () => {
  const { page } = await open('viewer@acme.example', listOf('support'));
  await page.getByText('This page requires the Editor role; you’re Viewer.').waitFor();
  await page.goto(`${shared.admin.appUrl}t/acme/flows/support`);
  await page.getByRole('link', { name: 'Versions' }).waitFor();
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
});
