import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { callAdminAs, openSignedIn, pick, shareAdmin } from '../support/start-admin.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const call = callAdminAs(shared);

/** A visitor of the demo's web chat who asks for a human. */
async function waiting(firstName: string) {
  const session = randomUUID();
  const says = (text: string) =>
    shared.admin.post(
      '/v1/webchat/messages',
      { text, attachments: [], user: { id: 'visitor', firstName } },
      { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session },
    );
  const { conversationId } = await (await says('agent')).json();
  return { says, conversationId: String(conversationId) };
}

it('an admin creates labels; an agent labels, prioritizes and snoozes a conversation, which comes back when its visitor writes', async () => {
  const { page: settings, complaints } = await open('admin@acme.example', 't/acme/labels');
  for (const [name, color] of [
    ['Billing', 'Blue'],
    ['VIP', 'Orange'],
  ] as const) {
    await settings.getByRole('button', { name: 'New label' }).click();
    await settings.getByRole('dialog').getByLabel('Name').fill(name);
    await settings.getByRole('dialog').getByLabel(color).check();
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByRole('button', { name: `Edit ${name}` }).waitFor();
  }
  await settings.getByRole('button', { name: 'Edit Billing' }).click();
  await settings.getByRole('dialog').getByLabel('Name').fill('vip');
  await settings.getByText('Another label has this name').waitFor();
  await settings.getByRole('dialog').getByLabel('Name').fill('Invoices');
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByRole('button', { name: 'Edit Invoices' }).waitFor();
  await expect.poll(() => readingProblemsOf(settings)).toEqual([]);
  expect(complaints).toEqual([]);

  const ada = await waiting('Ada');
  await waiting('Bea');
  const { page, complaints: inInbox } = await open('editor@acme.example', 't/acme/inbox');
  await page.getByRole('link', { name: /Ada/ }).click();
  await page.getByRole('button', { name: 'Labels' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Invoices' }).click();
  await page.getByText('added the label Invoices').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await page.getByText('set the priority to High').waitFor();
  const row = page.getByRole('link', { name: /Ada/ });
  await expect.poll(() => row.textContent()).toMatch(/High.*Invoices/);
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click();
  await page.getByRole('tab', { name: 'Snoozed 1' }).click();
  await row.waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await ada.says('are you there?');
  await page.getByText('Back from snooze').waitFor();
  await page.getByRole('tab', { name: 'Unassigned 2' }).click();
  await row.waitFor();
  await page.getByRole('button', { name: 'Filter' }).click();
  await pick(page, 'Priority', 'High');
  await expect.poll(() => page.getByRole('link', { name: /Bea/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Urgent ones');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: /Bea/ }).waitFor();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('menuitem', { name: 'Urgent ones' }).click();
  await expect.poll(() => page.getByRole('link', { name: /Bea/ }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Select Ada' }).check();
  await page.getByRole('button', { name: 'Add label' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'VIP' }).click();
  await page.getByText('added the label VIP').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: /Bea/ }).click();
  const triage = page.getByRole('group', { name: 'Labels, priority and snooze' });
  await triage.getByRole('button', { name: 'Labels' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Invoices' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'VIP' }).click();
  await triage.getByText('Invoices', { exact: true }).waitFor();
  await triage.getByText('VIP', { exact: true }).waitFor();
  expect(inInbox).toEqual([]);
});

it('closed conversations are narrowed by every filter, and a view of conversations is saved with its filters', async () => {
  const { page: edgar } = await open('editor@acme.example', 't/acme/inbox?tab=closed');
  const { page: ada } = await open('admin@acme.example', 't/acme/humans');
  await ada.getByRole('heading', { name: 'Handoff settings' }).waitFor();
  const stored = await call(ada, 'GET', '/labels');
  const { labels } = await stored.json();
  const more = { labels: [...labels, { id: 'refund', name: 'Refund', color: 'red' }] };
  expect((await call(ada, 'PUT', '/labels', more, stored.headers.get('etag') ?? '')).status).toBe(200);
  for (const [agent, name, queue, triage] of [
    [edgar, 'Cleo', 'support', { addLabels: ['refund'], priority: 'urgent' }],
    [ada, 'Dora', 'default', { priority: 'low' }],
  ] as const) {
    const { conversationId } = await waiting(name);
    const path = `/conversations/${conversationId}/handoff`;
    expect((await call(agent, 'POST', `/conversations/${conversationId}/triage`, triage)).status).toBe(200);
    let shown = await call(agent, 'GET', path);
    for (const [action, body] of [
      ['assign', { to: { queue } }],
      ['take', {}],
      ['close', {}],
    ] as const)
      shown = await call(agent, 'POST', `${path}/${action}`, body, shown.headers.get('etag') ?? '');
    expect(shown.status).toBe(200);
  }
  await shared.admin.drain();
  await edgar.reload();
  const row = (name: string) => edgar.getByRole('link', { name: new RegExp(name) });
  await row('Dora').waitFor();
  await edgar.getByRole('button', { name: 'Filter' }).click();
  for (const [filter, option] of [
    ['Agent', 'Edgar Editor'],
    ['Queue', /^support/],
    ['Label', 'Refund'],
    ['Priority', 'Urgent'],
  ] as const) {
    await pick(edgar, filter, option);
    await expect.poll(() => row('Dora').count()).toBe(0);
    await row('Cleo').waitFor();
    await edgar.getByRole('button', { name: 'Clear filters' }).click();
    await row('Dora').waitFor();
  }
  await pick(edgar, 'Channel', 'WhatsApp');
  await edgar.getByText('No closed conversations yet').waitFor();
  await edgar.getByRole('button', { name: 'Clear filters' }).click();
  await edgar.getByRole('searchbox', { name: 'Search conversations' }).fill('cleo');
  await expect.poll(() => row('Dora').count()).toBe(0);

  await ada.goto(`${shared.admin.appUrl}t/acme/conversations?status=waiting`);
  const shownRow = (name: string) =>
    ada.getByRole('list', { name: 'Conversations' }).getByRole('link', { name });
  await shownRow('Bea').waitFor();
  await expect.poll(() => shownRow('Dora').count()).toBe(0);
  await ada.getByRole('button', { name: 'Saved views' }).click();
  await ada.getByRole('menuitem', { name: 'Save view' }).click();
  await ada.getByRole('dialog').getByLabel('Name').fill('Nobody has them');
  await ada.getByRole('button', { name: 'Save', exact: true }).click();
  await ada.getByRole('button', { name: 'Clear', exact: true }).click();
  await shownRow('Dora').waitFor();
  await ada.getByRole('button', { name: 'Saved views' }).click();
  await ada.getByRole('menuitem', { name: 'Nobody has them' }).click();
  await expect.poll(() => shownRow('Dora').count()).toBe(0);
  expect(new URL(ada.url()).search).toBe('?status=waiting');
  await ada.getByRole('button', { name: 'Nobody has them' }).waitFor();
});

it('an outcome that an agent creates for one conversation is offered for the next', async () => {
  await waiting('Eve');
  await waiting('Finn');
  const { page, complaints } = await open('editor@acme.example', 't/acme/inbox');
  const outcome = page.getByRole('dialog').getByRole('combobox', { name: 'Outcome' });
  const close = async (name: string) => {
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await outcome.click();
  };
  await close('Eve');
  await page.keyboard.type('Refunded');
  await page.getByRole('option', { name: 'Create “Refunded”' }).click();
  expect(await outcome.inputValue()).toBe('Refunded');
  await page.getByRole('button', { name: 'Close conversation', exact: true }).click();
  await outcome.waitFor({ state: 'detached' });
  await close('Finn');
  await page.keyboard.type('refu');
  await page.getByRole('option', { name: 'Create “refu”' }).waitFor();
  await page.getByRole('option', { name: 'Refunded', exact: true }).click();
  expect(await outcome.inputValue()).toBe('Refunded');
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
