import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { SentMail } from '../../../src/local/hosted-ui/user-pool.ts';
import { closeServer, listen } from '../../../src/local/listen.ts';
import { mailsPage } from '../../../src/local/pages/front-page.ts';

async function shown(mails: readonly SentMail[]) {
  const page = mailsPage(() => mails)['/mails'];
  const server = createServer((request, response) =>
    page?.(request, response, new URL('http://localhost/mails')),
  );
  const url = await listen(server, 0);
  onTestFinished(() => closeServer(server));
  return fetch(`${url}/mails`);
}

it("shows each mail unchanged, and runs nothing of a user's name", async () => {
  const text = 'Your username is "><script>x</script>@acme.example and temporary password is <b>&Aa1';
  const response = await shown([{ to: 'ada@acme.example', subject: 'Hello 👋', text, sentAtMs: 0 }]);
  const page = await response.text();
  expect(page).toContain('To ada@acme.example · 1970-01-01 00:00:00 UTC');
  expect(page).toContain('temporary password is &lt;b&gt;&amp;Aa1');
  expect(page).not.toContain('<script');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('says so when there are none', async () => {
  expect(await (await shown([])).text()).toContain('No emails yet.');
});
