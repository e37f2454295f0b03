import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../support/hold-requests.ts';
import { expectNothingLatinBut } from '../support/reading-problems.ts';
import { endSession, heading, openSignedIn, shareAdmin, speak } from '../support/start-admin.ts';
import { expectOutageAndEmptyTold, expectReadable, expectRefused } from '../support/told-apart.ts';

const shared = shareAdmin();
const open = openSignedIn(shared);
const admin = 'admin@acme.example';
const operator = 'operator@platform.example';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const managed = (page: Page) => page.getByRole('button', { name: /^Manage / });
const row = (page: Page, who: string) => page.getByRole('row').filter({ hasText: who });

const roleCard = (page: Page, role: string) =>
  page.getByRole('dialog').getByRole('radio', { name: new RegExp(`^${role}`) });
const chooseRole = (page: Page, role: string) => roleCard(page, role).click();

async function invite(page: Page, email: string, role = 'Viewer') {
  await button(page, 'Invite…').click();
  await page.getByLabel('Email addresses').fill(email);
  await chooseRole(page, role);
  await inDialog(page, 'Invite').click();
  await page.getByText(`Invitation sent to ${email}`).waitFor();
  await row(page, email).waitFor();
}

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 320, height: 640 } }],
])('%s', (_look, options) => {
  it('an admin sees who can sign in, which actions each user permits, and why not on themselves', async () => {
    const { page, complaints } = await open(admin, 'users', options);
    await heading(page, 'Users');
    await row(page, 'Edgar Editor').getByText('active').waitFor();
    await row(page, 'Edgar Editor').getByText('Off').waitFor();
    await row(page, 'Clara Careful').getByText('On').waitFor();
    await expectReadable(page);
    await button(page, 'Manage Edgar Editor').click();
    await roleCard(page, 'Editor').waitFor();
    await expectReadable(page);
    await inDialog(page, 'Reset two-factor authentication…').click();
    await page.getByText('Reset two-factor authentication of Edgar Editor?').waitFor();
    await expectReadable(page);
    await inDialog(page, 'Cancel').click();
    await button(page, 'Manage Ada Admin').click();
    await page.getByText('You can’t change your own account.').waitFor();
    await expect.poll(() => inDialog(page, 'Disable').isDisabled()).toBe(true);
    await expectReadable(page);
    await inDialog(page, 'Close').click();
    await button(page, 'Manage Otto Operator').click();
    await page.getByText('Your role (Admin) can’t change this role: Super admin.').waitFor();
    await expect.poll(() => inDialog(page, 'Delete…').isDisabled()).toBe(true);
    expect(complaints).toEqual([]);
  });
});

it('by keyboard alone a user is invited, made an editor, made a viewer again by Undo, and deleted', async () => {
  const { page } = await open(admin, 'users');
  const press = async (control: ReturnType<typeof button>) => {
    await control.focus();
    await page.keyboard.press('Enter');
  };
  await heading(page, 'Users');
  await press(button(page, 'Invite…'));
  await page.getByLabel('Email addresses').focus();
  await page.keyboard.type('bo@acme.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Bo');
  await page.keyboard.press('Enter');
  await page.getByText('Invitation sent to bo@acme.example').waitFor();
  await row(page, 'bo@acme.example').getByText('invited').waitFor();

  await press(button(page, 'Manage Bo'));
  await roleCard(page, 'Viewer').focus();
  await page.keyboard.press('ArrowDown');
  await press(inDialog(page, 'Change role'));
  await page.getByText('Bo is now an editor').waitFor();
  await row(page, 'bo@acme.example').getByText('Editor', { exact: true }).waitFor();
  await expectReadable(page);
  await press(button(page, 'Undo'));
  await row(page, 'bo@acme.example').getByText('Viewer', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Bo is now an editor').count()).toBe(0);

  await press(button(page, 'Manage Bo'));
  // The dialog takes the focus also while its user is read again.
  await page.getByRole('dialog').locator(':focus').waitFor({ state: 'attached' });
  await expect.poll(() => inDialog(page, 'Delete…').isEnabled()).toBe(true);
  await press(inDialog(page, 'Delete…'));
  const remove = inDialog(page, 'Delete');
  await page.getByLabel('Type “bo@acme.example” to confirm').focus();
  await expect.poll(() => remove.isDisabled()).toBe(true);
  await page.keyboard.type('bo@acme.example');
  await expect.poll(() => remove.isDisabled()).toBe(false);
  await page.keyboard.press('Enter');
  await page.getByText('Bo deleted').waitFor();
  await expect.poll(() => row(page, 'bo@acme.example').count()).toBe(0);
});

it('a user is disabled and enabled, and every change has its entry with actor, before and after', async () => {
  const { page } = await open(admin, 'users');
  await invite(page, 'cem@acme.example', 'Editor');
  await button(page, 'Manage cem@acme.example').click();
  await inDialog(page, 'Disable').click();
  await row(page, 'cem@acme.example').getByText('disabled').waitFor();
  await button(page, 'Manage cem@acme.example').click();
  await inDialog(page, 'Enable').click();
  await page.getByText('cem@acme.example enabled').waitFor();
  await row(page, 'cem@acme.example').getByText('invited').waitFor();
  await button(page, 'Manage cem@acme.example').click();
  await inDialog(page, 'Sign out everywhere…').click();
  await inDialog(page, 'Sign out everywhere').click();
  await page.getByText('cem@acme.example signed out everywhere (takes up to a minute)').waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  const entry = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Ada Admin disabled' })
    .first();
  await entry.getByText('Ada Admin disabled').click();
  await entry.getByRole('row', { name: 'status invited disabled' }).waitFor();
  await expect.poll(() => entry.textContent()).toContain('user.disable');
});

it('the last admin stays one, whoever tries', async () => {
  const { page } = await open(operator, 'users');
  await button(page, 'Manage Ada Admin').click();
  await chooseRole(page, 'Viewer');
  const user = await holdRequests(page, '**/v1/admin/users/*', (request) => request.method() === 'GET');
  await inDialog(page, 'Change role').click();
  // Before the user is read anew, the next change would be taken for one upon somebody else's.
  await expect.poll(user.held).toBe(1);
  await expect.poll(() => inDialog(page, 'Disable').isDisabled()).toBe(true);
  await user.release();
  await page.getByRole('alert').getByText('Every tenant needs an admin.').waitFor();
  await expectReadable(page);
  await roleCard(page, 'Viewer')
    .and(page.getByRole('radio', { checked: true }))
    .waitFor();
  await inDialog(page, 'Disable').click();
  await page.getByRole('alert').getByText('Every tenant needs an admin.').waitFor();
  await inDialog(page, 'Close').click();
  await row(page, 'Ada Admin').getByText('active').waitFor();
});

it('several teammates are invited at once, and a retry continues where one was refused', async () => {
  const { page } = await open(admin, 'users');
  await button(page, 'Invite…').click();
  await page.getByLabel('Email addresses').fill('no address');
  await inDialog(page, 'Invite').click();
  await page.getByText('Enter 1 to 50 valid email addresses').waitFor();
  await page.getByLabel('Email addresses').fill('eva@acme.example, editor@acme.example\nfay@acme.example');
  await chooseRole(page, 'Editor');
  await inDialog(page, 'Invite').click();
  await page.getByText('editor@acme.example couldn’t be invited.').waitFor();
  await expectReadable(page);
  await page.getByLabel('Email addresses').fill('eva@acme.example fay@acme.example');
  await inDialog(page, 'Invite').click();
  await page.getByText('2 invitations sent').waitFor();
  await row(page, 'eva@acme.example').getByText('Invited').waitFor();
  await row(page, 'fay@acme.example').getByText('Editor', { exact: true }).waitFor();
});

it('a half-typed invitation survives a session that ends, and is sent after the sign-in', async () => {
  const { page } = await open(admin, 'users');
  await button(page, 'Invite…').click();
  await page.getByLabel('Email addresses').fill('dora@acme.example');
  await chooseRole(page, 'Editor');
  await endSession(page);
  await inDialog(page, 'Invite').click();
  await button(page, 'Sign in again').click();
  await expect.poll(() => page.getByLabel('Email addresses').inputValue()).toBe('dora@acme.example');
  await roleCard(page, 'Editor')
    .and(page.getByRole('radio', { checked: true }))
    .waitFor();
  await inDialog(page, 'Invite').click();
  await row(page, 'dora@acme.example').getByText('Editor', { exact: true }).waitFor();
  await button(page, 'Invite…').click();
  await expect.poll(() => page.getByLabel('Email addresses').inputValue()).toBe('');
});

const problem = (status: number, code: string) => ({
  type: 'about:blank',
  title: 'Blocked',
  status,
  detail: 'said by the service',
  code,
  correlationId: 'corr-1',
  ...(status === 403 && { leastRole: 'admin' }),
});

it.each([
  [412, 'precondition_failed', 'Someone else changed this'],
  [403, 'not_allowed', 'doesn’t allow this. It requires Admin.'],
  [409, 'user_busy', 'Someone else is editing this user.'],
])('a change answered with %s says why, and keeps the choice', async (status, code, words) => {
  const { page } = await open(admin, 'users');
  await button(page, 'Manage Edgar Editor').click();
  await chooseRole(page, 'Admin');
  await page.route('**/v1/admin/users/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status, json: problem(status, code) })
      : route.fallback(),
  );
  await inDialog(page, 'Change role').click();
  const alert = page.getByRole('alert');
  await alert.getByText(words).waitFor();
  await expect.poll(() => alert.textContent()).toContain('corr-1');
  await roleCard(page, 'Admin')
    .and(page.getByRole('radio', { checked: true }))
    .waitFor();
});

it('a taken address is refused with a reason, and stays typed', async () => {
  const { page } = await open(admin, 'users');
  await button(page, 'Invite…').click();
  await page.getByLabel('Email addresses').fill('editor@acme.example');
  await inDialog(page, 'Invite').click();
  await page.getByRole('alert').getByText('This name is already taken').waitFor();
  await expect.poll(() => page.getByLabel('Email addresses').inputValue()).toBe('editor@acme.example');
});

it('users are listed page by page; being alone, an outage, and a missing permission look different', async () => {
  const { page } = await open(admin, 'users');
  await row(page, 'Edgar Editor').waitFor();
  await page.route('**/v1/admin/users?limit=100*', (route) =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
  );
  await page.reload();
  await expect.poll(() => managed(page).count()).toBe(2);
  await button(page, 'Load more').click();
  await expect.poll(() => managed(page).count()).toBe(4);
  await page.unrouteAll();
  await expectOutageAndEmptyTold(page, {
    list: '**/v1/admin/users?*',
    show: () => page.reload(),
    empty: 'No users yet. Invite an admin.',
  });
  await page.unrouteAll();
  await page.route('**/v1/admin/users?*', async (route) => {
    const { items } = await (await route.fetch()).json();
    const own = items.filter(({ email }: { email: string }) => email === admin);
    await route.fulfill({ json: { items: own, cursor: null } });
  });
  await page.reload();
  await page.getByText('It’s just you. Invite your team.').waitFor();
  await expectRefused(open, 'editor@acme.example', 'users', 'Users');
});

it('Arabic is complete, and only ids and addresses are Latin', async () => {
  const { page } = await open(admin, 'users?invite');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await speak(page, 'العربية');
  await heading(page, 'المستخدمون');
  await expectReadable(page);
  await row(page, 'Edgar Editor').getByRole('button').click();
  await page.getByRole('radio', { name: /^محرر/ }).waitFor();
  await expectNothingLatinBut(page.getByRole('dialog'), ['Edgar', 'Editor', 'editor@acme.example', 'FA']);
});
