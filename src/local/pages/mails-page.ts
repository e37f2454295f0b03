import { type Html, html } from '../hosted-ui/pages.ts';
import type { SentMail } from '../hosted-ui/user-pool.ts';
import type { Page } from '../http-api/http-api.ts';

/** Nothing runs and nothing is loaded but the front page's style. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page of the mails that Cognito and SES would send. @see design 8 */
export function mailsPage(mails: () => readonly SentMail[]): Readonly<Record<string, Page>> {
  return {
    '/mails': (_request, response) =>
      void response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': contentSecurityPolicy,
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        })
        .end(pageOf(mails()).html),
  };
}

/** A mail's text with its addresses as links. */
function linked(text: string): Html {
  const parts = text.split(/(https?:\/\/\S+)/);
  const shown = parts.map((part, n) => (n % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
  return { html: shown.map((part) => part.html).join('') };
}

function pageOf(mails: readonly SentMail[]): Html {
  const rows = mails.map(
    ({ to, subject, text, sentAtMs }) =>
      html`<article class="mail"><h2>${subject}</h2><p class="about">To ${to} · ${new Date(sentAtMs).toISOString().replace('T', ' ').slice(0, 19)} UTC</p><p>${linked(text)}</p></article>`,
  );
  const shown = { html: rows.map((row) => row.html).join('\n') };
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Emails · messaging gateway on this machine</title>
  <link rel="stylesheet" href="/front-page.css">
</head>
<body>
  <nav class="bar" aria-label="This machine">
    <strong><span class="light" aria-hidden="true"></span>Messaging gateway</strong>
    <span class="links"><a href="/">Front page</a><a href="/admin/">Console</a><a href="/mails">Refresh</a></span>
  </nav>
  <main>
    <section class="runs">
      <h1>Emails</h1>
      <p>The last 100 emails that Cognito and SES would send. Kept only while the server runs.</p>
      ${mails.length === 0 ? html`<p>No emails yet. Invite a user, reset a password, or leave an email address in the chat.</p>` : shown}
    </section>
  </main>
</body>
</html>
`;
}
