import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { callAdminAs, choose, openSignedIn, shareAdmin } from '../support/start-admin.ts';
import { expectReadable } from '../support/told-apart.ts';

const secret = 'sk-known-to-the-service-alone';
/** What the shop was asked with; it says all of it again, which no service should. */
const asked: IncomingHttpHeaders[] = [];
const shop = createServer((request, response) => {
  asked.push(request.headers);
  response.writeHead(200, { 'content-type': 'application/json', 'x-seen': request.headers['x-key'] ?? '' });
  response.end(JSON.stringify({ status: 'on its way', seen: request.headers['x-key'] ?? null }));
});
await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(shop.address() as AddressInfo).port}`;
afterAll(() => shop.close());

const shared = shareAdmin({
  env: { ALLOWED_HTTP_ORIGINS: `http://${host}`, LLM_MODELS: 'vendor.small-v1,vendor.large-v1' },
  changeTenant: (folder) =>
    folder.tenant.id !== 'acme'
      ? folder
      : {
          ...folder,
          tenant: { ...folder.tenant, flow_secrets: { shop_key: { hosts: [host] } } },
          secrets: { ...folder.secrets, shop_key: secret },
        },
});
const open = openSignedIn(shared);
const callAs = callAdminAs(shared);
const admin = 'admin@acme.example';

it('a real call of the test chat sends the secret, and shows it nowhere', async () => {
  const { page, complaints } = await open(admin, '');
  const answers: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/v1/'))
      void response.text().then(
        (text) => answers.push(text),
        () => undefined,
      );
  });
  const definition = {
    start: 'look',
    steps: {
      look: {
        ...{ kind: 'http', method: 'GET', url: `http://${host}/`, next: 'bye', onError: 'bye' },
        headers: { 'x-key': '{{ secrets.shop_key }}' },
        saveAs: { seen: 'response.body.seen' },
      },
      bye: { kind: 'end', text: 'The shop has seen {{ seen }}.' },
    },
  };
  expect((await callAs(page, 'POST', '/flows', { id: 'secretive', definition })).status).toBe(201);
  await page.goto(`${shared.admin.appUrl}t/acme/flows/secretive/edit?view=canvas`);
  await page.getByRole('application').waitFor();
  await page.keyboard.press('Control+Enter');
  await choose(page, 'Live');
  await page.getByLabel('Type as the visitor').fill('hi');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log');
  await log.getByText('The shop has seen ••••.').waitFor();
  await log.getByText('Details').last().click();
  await expectReadable(page);
  expect(asked.at(-1)?.['x-key']).toBe(secret);
  const places = {
    page: await page.evaluate(() => document.documentElement.outerHTML),
    answers: answers.join('\n'),
    console: complaints.join('\n'),
    stored: await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  };
  expect(places.answers).toContain('••••');
  for (const [place, text] of Object.entries(places))
    expect([place, text.includes(secret)]).toEqual([place, false]);
});

it("the model of a step is chosen from the deployment's and the flow's own, or typed", async () => {
  const { page } = await open(admin, '');
  const ai = (model: string, next: string) => ({ kind: 'llm', model, next, onError: 'bye' });
  const steps = { first: ai('own-1', 'second'), second: ai('own-2', 'bye'), bye: { kind: 'end' } };
  const definition = { start: 'first', steps };
  expect((await callAs(page, 'POST', '/flows', { id: 'models', definition })).status).toBe(201);
  await page.goto(`${shared.admin.appUrl}t/acme/flows/models/edit?view=list&step=first`);
  const model = page.getByRole('combobox', { name: 'Model', exact: true });
  const options = page.getByRole('option');
  await model.click();
  await expect.poll(() => options.allTextContents()).toEqual(['vendor.small-v1', 'vendor.large-v1', 'own-2']);
  await model.fill('own');
  await expect.poll(() => options.allTextContents()).toEqual(['own-2']);
  await model.fill('vendor.large');
  await expect.poll(() => options.allTextContents()).toEqual(['vendor.large-v1']);
  // The library forgets in a timer what is highlighted.
  const chosen = async () => {
    await model.press('ArrowDown');
    await model.press('Enter');
    return model.inputValue();
  };
  await expect.poll(chosen).toBe('vendor.large-v1');
});
