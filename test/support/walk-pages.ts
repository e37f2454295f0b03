import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import type { PagePattern } from '../../src/admin/router.tsx';
import type { RoleName } from '../../src/contract/roles.ts';
import { type ConsolePage, consolePages } from './console-pages.ts';
import { giveSession, heading, type shareAdmin, type Tab, watch } from './start-admin.ts';
import { browserPatienceMs } from './start-browser.ts';

const emails: Readonly<Record<RoleName, string>> = {
  viewer: 'viewer@acme.example',
  editor: 'editor@acme.example',
  admin: 'admin@acme.example',
  'super-admin': 'operator@platform.example',
};

/** A page by the pattern of its address, as titles of tests name it. */
export type NamedPage = ConsolePage & { readonly pattern: PagePattern };

/** All pages of the console. */
export const namedPages: readonly NamedPage[] = Object.entries(consolePages).map(([pattern, page]) => ({
  ...page,
  pattern: pattern as PagePattern,
}));

/** Goes to pages of Acme's, in which one visitor waits for a human. */
export function walkPages(shared: ReturnType<typeof shareAdmin>) {
  let conversation = '';
  const of = (text: string) => text.replace('$', conversation);
  beforeAll(async () => {
    const answer = await shared.admin.post(
      '/v1/webchat/messages',
      { text: 'agent', attachments: [], user: { id: 'visitor', firstName: 'Ada' } },
      { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() },
    );
    conversation = (await answer.json()).conversationId;
  });
  const addressOf = (path: string) => `${shared.admin.appUrl}t/acme/${of(path)}`;
  return {
    addressOf,
    goTo: (page: Page, { path }: ConsolePage) => page.goto(addressOf(path)),
    /** The page is there, and asks for nothing more. */
    async expectThere(page: Page, { title }: ConsolePage): Promise<void> {
      await page.getByRole('heading', { level: 1 }).getByText(of(title)).waitFor();
      await expect.poll(() => page.locator('.rows-to-come, [aria-busy="true"]').count()).toBe(0);
    },
    /** Whether a page may complain of this: no contact has the ID of a conversation, and the browser reports the 404. */
    isExpected: (complaint: string, { path }: Pick<ConsolePage, 'path'>) =>
      path === consolePages['contacts/$contactId'].path && complaint.includes('404'),
  };
}

/** One tab of somebody with this role for all tests of a group: each of them goes where it has to be. */
export function keepTab(shared: ReturnType<typeof shareAdmin>, role: RoleName): { readonly tab: Tab } {
  const kept = {} as { tab: Tab };
  beforeAll(async () => {
    const context = await shared.browser.newContext();
    context.setDefaultTimeout(browserPatienceMs);
    kept.tab = watch(await context.newPage());
    await giveSession(kept.tab.page, shared.admin, emails[role]);
    await kept.tab.page.goto(shared.admin.appUrl);
    await heading(kept.tab.page, /^Welcome, /);
  });
  return kept;
}
