import type { ServerResponse } from 'node:http';
import type { Html } from './html.ts';

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
