import { describe, expect, it } from 'vitest';
import { heading, openTab, shareAdmin, signIn } from '../support/start-admin.ts';

const shared = shareAdmin();

describe.each([
  ['viewer@acme.example', 'Vera Viewer', 'Viewer', ['Home', 'Flows', 'Widgets', 'Reports']],
  [
    'editor@acme.example',
    'Edgar Editor',
    'Editor',
    ['Home', 'Inbox', 'Conversations', 'Contacts', 'Flows', 'Widgets', 'Reports', 'Saved replies'],
  ],
  [
    'admin@acme.example',
    'Ada Admin',
    'Admin',
    [
      'Home',
      'Inbox',
      'Conversations',
      'Contacts',
      'Flows',
      'Widgets',
      'Channels',
      'Reports',
      'Users',
      'API keys',
      'Handoff settings',
      'Labels',
      'Saved replies',
      'Audit log',
    ],
  ],
  [
    'operator@platform.example',
    'Otto Operator',
    'Super admin',
    [
      'Home',
      'Inbox',
      'Conversations',
      'Contacts',
      'Flows',
      'Widgets',
      'Channels',
      'Reports',
      'Users',
      'API keys',
      'Handoff settings',
      'Labels',
      'Saved replies',
      'Audit log',
      'Tenants',
    ],
  ],
])('%s', (email, name, role, areas) => {
  it('signs in and sees what the role permits', async () => {
    const { page, complaints } = await openTab(shared.browser);
    await page.goto(shared.admin.appUrl);
    await signIn(page, email);
    await heading(page, `Welcome, ${name}`);
    await expect.poll(() => page.url()).toBe(`${shared.admin.appUrl}t/acme`);
    await expect.poll(() => page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(areas);
    await page.getByRole('button', { name: /: Account$/ }).click();
    await page.getByText(`Role: ${role}`).waitFor();
    await page.getByRole('menuitem', { name: 'Your permissions' }).click();
    const told = page.getByRole('row', { name: 'View reports' }).getByRole('cell').last();
    await expect.poll(() => told.textContent()).toBe('✓ Yes');
    expect(complaints).toEqual([]);
  });
});
