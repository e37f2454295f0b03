import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { startBrowser } from '../support/start-browser.ts';
import { eventually, startShop, visit, widgetOf } from '../support/start-shop.ts';
import type { TestStack } from '../support/start-stack.ts';

/** `acme-web` takes pictures of a megabyte. */
const narrowed = (folder: TenantFolder): TenantFolder => ({
  ...folder,
  widgets: folder.widgets.map((widget) =>
    widget.id === 'acme-web'
      ? { ...widget, uploads: { max_megabytes: 1, types: ['image/png', 'image/jpeg'] } }
      : widget,
  ),
});

let browser: Browser;
let stack: TestStack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([startBrowser(), startShop({ changeTenant: narrowed })]);
});
afterAll(async () => {
  await browser.close();
  await stack.stop();
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = { name: 'pot.png', mimeType: 'image/png', buffer: png };

it('a picture is chosen, uploaded, removed or sent, and shown from the log', async () => {
  const { page, violations } = await visit(browser, stack.url);
  const { root, open, input } = widgetOf(page);
  await open();
  const attach = root.getByRole('button', { name: 'Attach a file' });
  await eventually(() => attach.getAttribute('title')).toBe('Attach a file (up to 1 MB)');
  const picker = root.locator('input[type=file]');
  expect(await picker.getAttribute('accept')).toBe('image/png,image/jpeg');
  await picker.setInputFiles([picture, { ...picture, name: 'other.png' }]);
  const rows = root.locator('.picked');
  await eventually(() => rows.locator('.how').allTextContents()).toEqual(['Ready to send', 'Ready to send']);
  await root.getByRole('button', { name: 'Delete: other.png' }).click();
  await eventually(() => rows.count()).toBe(1);
  await input.press('Enter');
  const shown = root.locator('.message.user .picture img');
  await eventually(() =>
    shown.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth)),
  ).toEqual([1]);
  expect(await rows.count()).toBe(0);
  expect(violations).toEqual([]);
});

it('an unsupported file is refused before it is sent; paste and drop accept files as the button does', async () => {
  const { page } = await visit(browser, stack.url);
  const { root, open, input } = widgetOf(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open();
  await root.getByRole('button', { name: 'Attach a file' }).waitFor();
  await root.locator('input[type=file]').setInputFiles([
    { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1) },
    { name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') },
    { name: 'none.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
  ]);
  const how = root.locator('.picked .how');
  const faults = ['Larger than 1 MB.', 'This file type isn’t allowed.', 'The file is empty.'];
  await eventually(() => how.allTextContents()).toEqual(faults);
  expect(asked.filter((url) => url.includes('/uploads'))).toEqual([]);
  expect(await root.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).toBe('true');
  for (const name of ['big.png', 'note.pdf', 'none.png'])
    await root.getByRole('button', { name: `Delete: ${name}` }).click();

  const bytes = [...png];
  await input.evaluate((field, content) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(content)], 'pasted.png', { type: 'image/png' }));
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, bytes);
  await root.locator('.scroll').evaluate((place, content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }));
    const detail = { dataTransfer, bubbles: true, cancelable: true, composed: true };
    place.dispatchEvent(new DragEvent('dragover', detail));
    place.dispatchEvent(new DragEvent('drop', detail));
  }, bytes);
  await eventually(() => how.allTextContents()).toEqual(['Ready to send', 'Ready to send']);
  await input.fill('here they are');
  await input.press('Enter');
  const sent = root.locator('.message.user').filter({ has: page.locator('.bubble') });
  await eventually(() => sent.locator('.picture img').count()).toBe(2);
});

it('a file that is dropped or pasted before its code has loaded waits for it, and the page stays', async () => {
  const { page } = await visit(browser, stack.url);
  const { root, open, input } = widgetOf(page);
  const parts: (() => Promise<void>)[] = [];
  await page.route('**/releases/files.*', (route) => {
    parts.push(() => route.continue());
  });
  await open();
  await eventually(() => parts.length).toBe(1);
  const stopped = await root.locator('.scroll').evaluate(
    (place, content) =>
      ['dragover', 'drop'].map((name) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(content)], 'early.png', { type: 'image/png' }));
        const detail = { dataTransfer, bubbles: true, cancelable: true, composed: true };
        return !place.dispatchEvent(new DragEvent(name, detail));
      }),
    [...png],
  );
  expect(stopped).toEqual([true, true]);
  await input.evaluate((field) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', 'a text');
    const detail = { dataTransfer, bubbles: true, cancelable: true, composed: true };
    if (!field.dispatchEvent(new DragEvent('dragover', detail)))
      throw new Error('a text is not for the tray');
  });
  await parts[0]?.();
  await eventually(() => root.locator('.picked .how').allTextContents()).toEqual(['Ready to send']);
  await expect.poll(() => root.locator('.picked bdi').allTextContents()).toEqual(['early.png']);
});

it('an upload that fails says so, keeps its place, and can be retried', async () => {
  const { page } = await visit(browser, stack.url);
  const { root, open } = widgetOf(page);
  let isDown = true;
  await page.route('**/v1/webchat/uploads', (route) => (isDown ? route.abort() : route.continue()));
  await open();
  await root.getByRole('button', { name: 'Attach a file' }).waitFor();
  await root.locator('input[type=file]').setInputFiles(picture);
  const row = root.locator('.picked');
  await eventually(() => row.locator('.how').textContent()).toBe('Upload failed.');
  isDown = false;
  await row.getByRole('button', { name: 'Retry' }).click();
  await eventually(() => row.locator('.how').textContent()).toBe('Ready to send');
});
