import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readTranscript } from '../support/conversation.ts';
import { png } from '../support/files.ts';
import { readingProblemsOf } from '../support/reading-problems.ts';
import { openSignedIn, shareAdmin } from '../support/start-admin.ts';

// The page is served under the policy that is deployed: `test/lib/web.test.ts` compares the two.
const shared = shareAdmin({ background: true });
const open = openSignedIn(shared);

/** Half a second of silence, as a recorder writes it. */
function silence(): Buffer {
  const samples = 4_000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

/** A conversation that waits for an agent, opened and assigned to the editor. */
async function takenBy(name: string) {
  const session = randomUUID();
  const answer = await shared.admin.post(
    '/v1/webchat/messages',
    { text: 'agent', attachments: [], user: { id: 'visitor', firstName: name } },
    { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session },
  );
  const { conversationId } = await answer.json();
  const tab = await open('editor@acme.example', `t/acme/inbox/${conversationId}`);
  await tab.page.getByRole('button', { name: 'Assign to me' }).click();
  const box = tab.page.getByRole('textbox', { name: `Reply to ${name}` });
  await expect.poll(() => box.isEditable()).toBe(true);
  return { ...tab, box, session, conversationId: String(conversationId) };
}

interface Given {
  readonly name: string;
  readonly type: string;
  readonly bytes: readonly number[];
}

/** Pastes or drops files onto an element, as a browser reports it. */
function give(target: Locator, kind: 'paste' | 'drop', file: Given) {
  return target.evaluate(
    (element, { kind: type, file: { name, type: mimeType, bytes } }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
      const options = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      );
    },
    { kind, file },
  );
}

const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');

it('an agent attaches files by button, paste and drop; the visitor receives them, and the thread shows and plays them', async () => {
  const { page, box, session, conversationId, complaints } = await takenBy('Fay');
  const picker = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await picker).setFiles([
    { name: 'one.png', mimeType: 'image/png', buffer: png },
    { name: 'note.wav', mimeType: 'audio/wav', buffer: silence() },
  ]);
  const bytes = [...png];
  await give(box, 'paste', { name: 'pasted.png', type: 'image/png', bytes });
  await give(page.getByRole('log'), 'drop', { name: 'dropped.png', type: 'image/png', bytes });
  await expect.poll(() => attached(page).count()).toBe(4);
  await expect.poll(() => attached(page).getByText('Ready').count(), { timeout: 20_000 }).toBe(4);
  await page.getByRole('button', { name: 'Remove dropped.png' }).click();
  await box.fill('Here they are');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const thread = page.getByRole('log');
  await thread.getByText('Here they are').waitFor();
  for (const name of ['one.png', 'pasted.png']) {
    const picture = thread.getByRole('img', { name: `Picture: ${name}` });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  }
  await thread.getByRole('button', { name: 'Picture: one.png' }).press('Enter');
  const large = page.getByRole('dialog');
  await large.getByRole('img', { name: 'Picture: one.png' }).waitFor();
  await expect.poll(() => readingProblemsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await large.getByRole('img', { name: 'Picture: pasted.png' }).waitFor();
  await large.getByText('Picture 2 of 2').waitFor();
  await large.getByRole('button', { name: 'Next' }).click();
  await large.getByRole('img', { name: 'Picture: one.png' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => large.count()).toBe(0);
  const note = thread.locator('audio');
  await expect.poll(() => note.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeCloseTo(0.5);
  expect(await note.getAttribute('aria-label')).toBe('Voice note: note.wav');
  const log = await readTranscript(shared.admin, session, conversationId);
  expect(log.at(-1)?.attachments?.map(({ filename }) => filename)).toEqual([
    'one.png',
    'note.wav',
    'pasted.png',
  ]);
  expect(complaints).toEqual([]);
});

it('accepts as many files as a message can have, however many are dropped', async () => {
  const { page } = await takenBy('Ivo');
  await page.getByRole('log').evaluate((element) => {
    const data = new DataTransfer();
    for (let n = 0; n < 200; n += 1) data.items.add(new File(['MZ'], `${n}.exe`));
    const options = { bubbles: true, cancelable: true, dataTransfer: data };
    element.dispatchEvent(new DragEvent('drop', options));
  });
  await page.getByText('A message can have up to 10 files').waitFor();
  expect(await attached(page).count()).toBe(10);
});

it('explains why a file is refused, and sends the others', async () => {
  const { page, box } = await takenBy('Gil');
  const bytes = [...Buffer.from('MZ')];
  await give(box, 'paste', { name: 'tool.exe', type: 'application/x-msdownload', bytes });
  const refused = attached(page).filter({ hasText: 'tool.exe' });
  await refused.getByText('This file type isn’t allowed.').waitFor();
  // It says that it is a picture, and is none.
  await give(box, 'paste', { name: 'fake.png', type: 'image/png', bytes });
  await attached(page)
    .filter({ hasText: 'fake.png' })
    .getByText('Upload failed')
    .waitFor({ timeout: 20_000 });
  await box.fill('Only words');
  await box.press('Enter');
  await page.getByRole('log').getByText('Only words').waitFor();
});

it('nothing covers Send, however wide the page is', async () => {
  const { page } = await takenBy('Hal');
  const toast = page.getByRole('status').filter({ hasText: 'Assigned to you' });
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await toast.waitFor();
    // Playwright clicks only what receives the pointer.
    await page.getByRole('button', { name: 'Send', exact: true }).click({ trial: true, timeout: 3_000 });
    await page.getByRole('textbox', { name: 'Reply to Hal' }).click({ trial: true, timeout: 3_000 });
  }
});
