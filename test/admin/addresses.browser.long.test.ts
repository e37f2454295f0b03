import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { heading, openSignedIn, pick, pickRange, shareAdmin } from '../support/start-admin.ts';

/** What is chosen on a page is in its address: it survives a reload, and a link shows a colleague the same. */
const shared = shareAdmin();
const open = openSignedIn(shared);

interface Look {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly choose: (page: Page) => Promise<unknown>;
  /** It is shown as it was chosen. */
  readonly isShown: (page: Page) => Promise<unknown>;
  readonly search: Readonly<Record<string, string>>;
}

const field = (page: Page, label: string) =>
  page.getByRole('main').getByLabel(label, { exact: true }).first();
const valueIs = (page: Page, label: string, value: string) =>
  expect.poll(() => field(page, label).inputValue()).toBe(value);
const rangeIs = (page: Page, name: string) =>
  page.getByRole('button', { name: `Date range: ${name}` }).waitFor();
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const tabIs = (name: string) => (page: Page) => page.getByRole('tab', { name, selected: true }).waitFor();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor();

const looks: readonly Look[] = [
  {
    ...{ name: 'kind and days of the audit log', path: 'audit', title: 'Audit log' },
    choose: async (page) => {
      await pick(page, 'Event', 'Flows');
      await pickRange(page, 'Last 90 days');
    },
    isShown: async (page) => {
      await valueIs(page, 'Event', 'Flows');
      await rangeIs(page, 'Last 90 days');
    },
    search: { what: 'flow.', range: '90' },
  },
  {
    ...{ name: 'state and channel of conversations', path: 'conversations', title: 'Conversations' },
    choose: async (page) => {
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await pick(page, 'Status', 'Unassigned');
      await pick(page, 'Channel', 'Web chat');
    },
    isShown: async (page) => {
      await valueIs(page, 'Status', 'Unassigned');
      await valueIs(page, 'Channel', 'Web chat');
    },
    search: { status: 'waiting', channel: 'webchat' },
  },
  {
    // A short list has no search of its own; an address with one shows it.
    ...{ name: 'a search of flows', path: 'flows?q=a', title: 'Flows', search: { q: 'acme' } },
    choose: (page) => field(page, 'Search').fill('acme'),
    isShown: (page) => valueIs(page, 'Search', 'acme'),
  },
  {
    ...{ name: 'the step that is read', path: 'flows/support?view=list', title: 'Acme support' },
    choose: (page) => page.getByRole('main').getByRole('link', { name: 'menu' }).first().click(),
    isShown: (page) => page.getByRole('heading', { name: 'Question menu' }).waitFor(),
    search: { view: 'list', step: 'menu' },
  },
  {
    ...{ name: 'the sides of a comparison', path: 'flows/support/compare?from=1&to=draft' },
    title: 'support: v1 and Draft',
    choose: (page) => pick(page, 'From', 'Draft'),
    isShown: (page) => valueIs(page, 'From', 'Draft'),
    search: { from: 'draft', to: 'draft' },
  },
  {
    ...{ name: 'the tab of a widget', path: 'widgets/acme-web', title: 'Acme support' },
    ...{ choose: tab('Behavior'), isShown: tabIs('Behavior'), search: { tab: 'behavior' } },
  },
  {
    ...{ name: 'the step of a channel', path: 'channels/chatapp/whatsapp', title: 'WhatsApp' },
    ...{ choose: tab('Webhook'), isShown: tabIs('Webhook'), search: { step: 'webhook' } },
  },
  {
    ...{ name: 'the list of the inbox', path: 'inbox', title: 'Inbox' },
    ...{ choose: tab('Mine'), isShown: tabIs('Mine'), search: { tab: 'mine' } },
  },
  {
    ...{ name: 'range and channel of a report', path: 'reports', title: 'Reports' },
    choose: async (page) => {
      await pickRange(page, 'Last 30 days');
      await pick(page, 'Channel', 'Web chat');
    },
    isShown: async (page) => {
      await rangeIs(page, 'Last 30 days');
      await valueIs(page, 'Channel', 'Web chat');
    },
    search: { range: '30', channel: 'webchat' },
  },
  {
    ...{ name: 'the user whose dialog is open', path: 'users', title: 'Users' },
    choose: (page) => page.getByRole('button', { name: 'Manage Edgar Editor' }).click(),
    isShown: (page) => dialog(page, 'Edgar Editor'),
    search: { user: '5f0c6a52-1d0e-4d0b-9a40-000000000002' },
  },
  {
    ...{ name: 'the dialog of a new widget', path: 'widgets', title: 'Widgets' },
    choose: (page) => page.getByRole('button', { name: 'New widget' }).click(),
    isShown: (page) => dialog(page, 'New widget'),
    search: { new: '' },
  },
];

it.each(looks)('$name', async ({ path, title, choose: choosing, isShown, search }) => {
  const { page } = await open('admin@acme.example', path);
  await heading(page, title);
  await choosing(page);
  await isShown(page);
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(search);
  const link = page.url();
  await page.reload();
  await isShown(page);
  expect(page.url()).toBe(link);
  const colleague = await open('operator@platform.example', link.slice(shared.admin.appUrl.length));
  await isShown(colleague.page);
  expect(colleague.page.url()).toBe(link);
});
