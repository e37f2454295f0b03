import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderSVG } from 'uqr';
import { expect, it } from 'vitest';
import { decodeBase32, hotp, timeStep } from '../../../src/local/hosted-ui/sign-in.ts';
import type { Visited } from '../../support/cookie-browser.ts';
import { callback, editor, startTestHostedUi, stopClock } from '../../support/start-hosted-ui.ts';

const keyIn = ({ text }: Visited) => /<code id="key">([^<]+)</.exec(text)?.[1] ?? '';
const codeOf = (key: string) => hotp(decodeBase32(key), timeStep(Date.now()));

it('with an optional second factor, no one is offered one', async () => {
  const client = await (await startTestHostedUi()).client();
  expect((await client.signIn(...editor)).url.href).toContain(`${callback}?code=`);
});

it('with it on, the first sign-in shows a key and asks for a code of it, the next asks for a code', async () => {
  const pass = stopClock();
  const hostedUi = await startTestHostedUi({ mfa: 'on' });
  const client = await hostedUi.client();
  const page = await client.signIn(...editor);
  const key = keyIn(page);
  expect(key.replaceAll(' ', '')).toMatch(/^[A-Z2-7]{32}$/);
  expect(page.text).toContain(`secret=${key.replaceAll(' ', '')}&amp;issuer=`);
  const address = /href="(otpauth:[^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(page.text).toContain(`QR code for your authenticator app">${renderSVG(address)}<`);
  const wrong = await client.browser.submit(page, { code: '000000' });
  expect([wrong.status, keyIn(wrong)]).toEqual([400, key]);
  const done = await client.browser.submit(wrong, { code: codeOf(key) });
  expect(done.url.href).toContain(`${callback}?code=`);

  pass(60);
  const second = await hostedUi.client();
  const asked = await second.signIn(...editor);
  expect([asked.status, keyIn(asked)]).toEqual([200, '']);
  expect((await second.browser.submit(asked, { code: codeOf(key) })).url.href).toContain(`${callback}?code=`);
});

it('a password alone leads only to the enrolment, and each sign-in has a key of its own', async () => {
  const hostedUi = await startTestHostedUi({ mfa: 'on' });
  const [first, second] = await Promise.all([hostedUi.client(), hostedUi.client()]);
  const pages = [await first.signIn(...editor), await second.signIn(...editor)];
  expect(new Set(pages.map(keyIn)).size).toBe(2);
  for (const page of pages) expect(page.url.searchParams.has('code')).toBe(false);
  const signIn = (await first.open()).url.pathname;
  const uninvited = await first.browser.get(`${signIn}/enrol`);
  expect(uninvited.text).toContain('Sign in');
  expect(keyIn(uninvited)).toBe('');
});

it('a second factor survives the process where data is kept, readable by its owner only', async () => {
  stopClock();
  const dataDir = mkdtempSync(join(tmpdir(), 'factors-'));
  const before = await startTestHostedUi({ mfa: 'on', dataDir });
  const client = await before.client();
  const page = await client.signIn(...editor);
  await client.browser.submit(page, { code: codeOf(keyIn(page)) });
  expect(statSync(join(dataDir, 'second-factors.json')).mode & 0o777).toBe(0o600);
  const after = await startTestHostedUi({ mfa: 'on', dataDir });
  const asked = await (await after.client()).signIn(...editor);
  expect([keyIn(asked), asked.text.includes('Enter your code')]).toEqual(['', true]);
});
