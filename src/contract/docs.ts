import type { ProblemCode } from './problem.ts';

/** The documentation's viewer writes styles into its elements, and calls the API under whose name it is. */
export const docsContentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Where a problem is described: its `type`, relative to the address of the request. The API serves the documentation
 * under its own name, so that no function has to know another.
 * @see RFC 9457, section 3.1.1
 */
export function problemAddress(code: ProblemCode): string {
  return `/docs/problems.html#${code}`;
}
