import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { renderSVG } from 'uqr';
import { escapeHtml } from '../../domain/escape-html.ts';
import { maxPasswordLength, passwordRule } from './credentials.ts';

/** The message above a page's form. */
export interface Notice {
  readonly kind: 'error' | 'success';
  readonly text: string;
}

/** The form actions of a sign-in. */
export interface Paths {
  readonly signIn: string;
  readonly newPassword: string;
  readonly code: string;
  readonly enrol: string;
  readonly forgot: string;
  readonly reset: string;
}

/** The form for email address and password. */
export function signInPage(paths: Paths, notice: Notice | null, email: string): Html {
  return page(
    'Sign in',
    notice,
    html`
    <form method="post" action="${paths.signIn}">
      ${emailField(email)}
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password"
        maxlength="${String(maxPasswordLength)}" required${email !== '' && autofocus}>
      <button type="submit">Sign in</button>
    </form>
    <p><a href="${paths.forgot}">Forgot your password?</a></p>`,
  );
}

/** The form for an authenticator code. */
export function codePage(paths: Paths, notice: Notice | null): Html {
  return page(
    'Enter your code',
    notice,
    html`
    <p id="hint">Enter the 6-digit code from your authenticator app.</p>
    <form method="post" action="${paths.code}">
      ${codeField('Code')}
      <button type="submit">Sign in</button>
    </form>
    <p><a href="${paths.signIn}">Start again</a></p>`,
  );
}

/** Shows the authenticator secret as a QR code and as text, and asks for the first code. */
export function enrolPage(paths: Paths, notice: Notice | null, email: string, secret: string): Html {
  const spaced = secret.replace(/(.{4})(?=.)/g, '$1 ');
  const address = `otpauth://totp/Messaging%20gateway:${encodeURIComponent(email)}?secret=${secret}&issuer=Messaging%20gateway`;
  return page(
    'Set up your authenticator app',
    notice,
    html`
    <p>Two-factor authentication (2FA) is required. Scan this code with your authenticator app, then enter the 6-digit code.</p>
    <div class="qr" role="img" aria-label="QR code for your authenticator app">${{ html: renderSVG(address) }}</div>
    <p>Can’t scan? Enter this key: <code id="key">${spaced}</code></p>
    <p><a href="${address}">Open in an app on this device</a></p>
    <form method="post" action="${paths.enrol}">
      ${codeField('Code')}
      <p id="hint" class="small">The key is shown until you confirm a code.</p>
      <button type="submit">Sign in</button>
    </form>
    <p><a href="${paths.signIn}">Start again</a></p>`,
  );
}

/** The form for a forgotten password. */
export function forgotPage(paths: Paths, notice: Notice | null, email: string): Html {
  return page(
    'Reset your password',
    notice,
    html`
    <p>We’ll email a code to the address of your account.</p>
    <form method="post" action="${paths.forgot}">
      ${emailField(email)}
      <button type="submit">Send code</button>
    </form>
    <p><a href="${paths.signIn}">Back to sign-in</a></p>`,
  );
}

/** The form for the user's own password, which replaces the temporary one. */
export function newPasswordPage(paths: Paths, notice: Notice | null): Html {
  return page(
    'Set a password',
    notice,
    html`
    <p>The password in your email was temporary. Set your own.</p>
    <form method="post" action="${paths.newPassword}">
      ${newPasswordField(autofocus)}
      <button type="submit">Continue</button>
    </form>
    <p><a href="${paths.signIn}">Start again</a></p>`,
  );
}

/** The form for the mailed code and a new password. It is the same whether or not the account exists. */
export function resetPage(paths: Paths, notice: Notice | null): Html {
  return page(
    'Set a new password',
    notice,
    html`
    <p id="hint">If an account exists for this address, we’ve emailed it a code.</p>
    <form method="post" action="${paths.reset}">
      ${codeField('Code from the email')}
      ${newPasswordField(null)}
      <button type="submit">Change password</button>
    </form>
    <p><a href="${paths.forgot}">Send another code</a></p>`,
  );
}

/** Reports the result if there is no form to continue with. */
export function messagePage(title: string, text: string): Html {
  return page(title, { kind: 'error', text }, html`<p>Go back to the app and sign in again.</p>`);
}

/** The cursor stands where something is to be typed. */
const autofocus = html` autofocus`;

function emailField(email: string): Html {
  return html`<label for="email">Email</label>
      <input id="email" name="email" type="email" autocomplete="username" value="${email}"
        maxlength="254" required${email === '' && autofocus}>`;
}

function newPasswordField(focus: Html | null): Html {
  return html`<label for="password">New password</label>
      <input id="password" name="password" type="password" autocomplete="new-password"
        maxlength="${String(maxPasswordLength)}" aria-describedby="rule" required${focus}>
      <p id="rule" class="small">${passwordRule}</p>`;
}

function codeField(label: string): Html {
  return html`<label for="code">${label}</label>
      <input id="code" name="code" inputmode="numeric" pattern="[0-9]{6}" maxlength="6" autocomplete="one-time-code"
        aria-describedby="hint" required autofocus>`;
}

const logo: Html = { html: readFileSync(join(import.meta.dirname, '../../admin/icon.svg'), 'utf8') };

function page(title: string, notice: Notice | null, content: Html): Html {
  const role = notice?.kind === 'error' ? 'alert' : 'status';
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${notice?.kind === 'error' ? 'Problem: ' : null}${title}</title>
  <link rel="stylesheet" href="/sign-in.css">
</head>
<body>
  <header class="brand"><span aria-hidden="true">${logo}</span>Messaging gateway</header>
  <main>
    <h1>${title}</h1>
    ${notice && html`<p class="${notice.kind}" role="${role}">${notice.text}</p>`}
    ${content}
  </main>
</body>
</html>
`;
}

/** Text that is markup already. */
export interface Html {
  readonly html: string;
}

/** A template whose values are escaped, unless they are markup made by this same tag; null and false are nothing. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | null | false)[]
): Html {
  const shown = values.map((value) => {
    if (value === null || value === false) return '';
    return typeof value === 'string' ? escapeHtml(value) : value.html;
  });
  return { html: parts.map((part, n) => part + (shown[n] ?? '')).join('') };
}

/**
 * Sends a page that runs no script and that no other site may frame.
 * @param formTargets origins that a form's answer may redirect to: browsers hold redirects to `form-action` too
 */
export function writePage(
  response: ServerResponse,
  status: number,
  page: Html,
  formTargets: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
): void {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...headers,
    })
    .end(page.html);
}
