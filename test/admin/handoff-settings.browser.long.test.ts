import { expect, it } from 'vitest';
import { callAdminAs, endSession, heading, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const callAdmin = callAdminAs(shared);

it("an admin edits queues and messages to visitors, over a session that ends and another admin's faster save; a queue that a live flow names stays", async () => {
  // Who has been at the inbox hears of a session's end from its poll, and the dialog may lie above the button before it is pressed.
  const { page, complaints } = await open('admin@acme.example', 't/acme/handoff');
  await heading(page, 'Handoff settings');
  const row = (queue: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: queue, exact: true }) });
  await row('default').getByText('Built in').waitFor();
  await row('support').getByText('In use').waitFor();
  await row('support').getByRole('link', { name: 'support' }).waitFor();

  const name = page.getByLabel('Add queue');
  await name.fill('support');
  await page.getByText('This queue already exists').waitFor();
  await name.fill('billing');
  await name.press('Enter');
  await row('billing').getByText('Not used').waitFor();
  await row('billing').getByRole('button', { name: 'Edit billing' }).click();
  await page.getByLabel('Answer within (s)').fill('300');
  await page.getByLabel('Assign conversations automatically').check({ force: true });
  await page.getByLabel('Conversations per agent').fill('3');
  await page.getByRole('button', { name: 'Done' }).click();
  await row('billing').getByText('Automatic · All agents').waitFor();
  await page.getByLabel('No agent available').fill('Nobody is there now.');
  await page.getByLabel('Release when the agent is away (min)').fill('5');
  await name.fill('repairs');
  await page.setViewportSize({ width: 320, height: 640 });
  await expectReadable(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  const save = page.getByRole('button', { name: 'Save', exact: true });
  await endSession(page);
  await save.click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await row('billing').waitFor();
  await expect.poll(() => name.inputValue()).toBe('repairs');

  // A colleague saves another field meanwhile.
  const theirs = await callAdmin(page, 'GET', '/handoff-settings');
  const { queues } = await theirs.json();
  const body = { queues: [...queues, 'returns'], handoff: { texts: { idle: 'Until then.' } } };
  await callAdmin(page, 'PUT', '/handoff-settings', body, theirs.headers.get('etag') ?? '');
  await save.click();
  await page.getByText('Someone else changed this.').waitFor();
  await row('returns').waitFor();
  await save.click();
  await page.getByText('Handoff settings saved').waitFor();
  await page.getByRole('button', { name: 'Remove billing' }).waitFor();
  const saved = await (await callAdmin(page, 'GET', '/handoff-settings')).json();
  expect(saved.handoff.queues).toEqual({
    billing: { target_seconds: 300, assignment: 'automatic', max_conversations: 3 },
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => row('billing').count()).toBe(0);
  await expect.poll(() => page.getByLabel('No agent available').inputValue()).toBe('');
  await expect.poll(() => page.getByLabel('Closed due to inactivity').inputValue()).toBe('Until then.');
  expect(complaints.filter((one) => !/40[01]|412/.test(one))).toEqual([]);
});

it('the inbox links to the settings, and a user who came from it hears of an ended session without an action', async () => {
  const { page } = await open('admin@acme.example', 't/acme/inbox');
  await page.getByRole('link', { name: 'Handoff settings' }).click();
  await heading(page, 'Handoff settings');
  const name = page.getByLabel('Add queue');
  await name.fill('repairs');
  await endSession(page);
  // The poll has nothing to tell, and asks again.
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await heading(page, 'Handoff settings');
  await expect.poll(() => name.inputValue()).toBe('repairs');
});
