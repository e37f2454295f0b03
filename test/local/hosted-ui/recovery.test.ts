import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { editor, startTestHostedUi, stopClock, type TestHostedUi } from '../../support/start-hosted-ui.ts';

const [email, password] = editor;
const newPassword = 'Development-only-changed-2';
const codeIn = ({ pool }: TestHostedUi) => /\b\d{6}\b/.exec(pool.mails[0]?.text ?? '')?.[0] ?? '';

const startRecovery = async (hostedUi: TestHostedUi, address: string) => {
  const client = await hostedUi.client();
  const { url } = await client.open();
  const page = await client.browser.get(`${url}/forgot`);
  return { client, page: await client.browser.submit(page, { email: address }) };
};

it('the mailed code lets the user choose a new password; the old one is gone', async () => {
  const hostedUi = await startTestHostedUi();
  const { client, page } = await startRecovery(hostedUi, email);
  expect(hostedUi.pool.mails).toEqual([
    {
      to: email,
      subject: 'Your password reset code',
      text: expect.stringMatching(/code is \d{6}\. .*one hour/),
      sentAtMs: expect.any(Number),
    },
  ]);
  const done = await client.browser.submit(page, { code: codeIn(hostedUi), password: newPassword });
  expect(done.text).toContain('role="status">Password changed.');
  expect((await client.browser.submit(done, { email, password })).status).toBe(400);
  expect(
    (await client.browser.submit(done, { email, password: newPassword })).url.searchParams.has('code'),
  ).toBe(true);
});

it('the answers do not reveal whether an account exists', async () => {
  const hostedUi = await startTestHostedUi();
  const known = await startRecovery(hostedUi, email);
  const unknown = await startRecovery(hostedUi, 'nobody-at-all@acme.example');
  const bare = (text: string) => text.replaceAll(/\/login\/[^"/]+/g, '');
  expect(bare(unknown.page.text)).toBe(bare(known.page.text));
  expect(hostedUi.pool.mails.map(({ to }) => to)).toEqual([email]);
  const refused = await unknown.client.browser.submit(unknown.page, {
    code: '000000',
    password: newPassword,
  });
  expect(refused.text).toContain('role="alert">Wrong or expired code');
});

it('a code is valid for an hour', async () => {
  const pass = stopClock();
  const hostedUi = await startTestHostedUi({ lifetimes: { interactionS: 7200 } });
  const { client, page } = await startRecovery(hostedUi, email);
  pass(3600);
  const late = await client.browser.submit(page, { code: codeIn(hostedUi), password: newPassword });
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('expired')]);
});

it('a code is valid once', async () => {
  const hostedUi = await startTestHostedUi();
  const [first, second] = [await startRecovery(hostedUi, email), await startRecovery(hostedUi, email)];
  const fields = { code: codeIn(hostedUi), password: newPassword };
  expect((await second.client.browser.submit(second.page, fields)).status).toBe(200);
  expect((await first.client.browser.submit(first.page, fields)).status).toBe(400);
});

it('guesses at a code are slowed down', async () => {
  stopClock();
  const hostedUi = await startTestHostedUi();
  const { client, page } = await startRecovery(hostedUi, email);
  const wrong = codeIn(hostedUi) === '000000' ? '000001' : '000000';
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++)
    statuses.push((await client.browser.submit(page, { code: wrong, password: newPassword })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});

it.each(['short-A1', 'no-capitals-in-here-1', 'No-digits-in-here', 'Nosymbolsinhere1'])(
  'the new password %s is too weak, and the code stays valid',
  async (weak) => {
    const hostedUi = await startTestHostedUi();
    const { client, page } = await startRecovery(hostedUi, email);
    const refused = await client.browser.submit(page, { code: codeIn(hostedUi), password: weak });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('too weak')]);
    const fields = { code: codeIn(hostedUi), password: newPassword };
    expect((await client.browser.submit(refused, fields)).status).toBe(200);
  },
);

it('with a data directory a changed password survives the process, hashed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'hosted-ui-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const hostedUi = await startTestHostedUi({ dataDir });
  const { client, page } = await startRecovery(hostedUi, email);
  await client.browser.submit(page, { code: codeIn(hostedUi), password: newPassword });
  const later = await (await startTestHostedUi({ dataDir })).client();
  expect((await later.signIn(email, password)).status).toBe(400);
  expect((await later.signIn(email, newPassword)).status).toBe(303);
  expect(readFileSync(join(dataDir, 'passwords.json'), 'utf8')).not.toContain(newPassword);
});

it('mails of a flood are not sent', async () => {
  stopClock();
  const hostedUi = await startTestHostedUi();
  for (let n = 0; n < 8; n++) await startRecovery(hostedUi, email);
  expect(hostedUi.pool.mails).toHaveLength(5);
});
