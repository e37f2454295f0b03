import { headers } from '../contract/headers.ts';
import type { HttpRequest } from './request.ts';

/** The caller's own correlation id if it is well-formed, else a new one. @see design 2.6 */
export function correlationIdOf(request: HttpRequest, newId: () => string): string {
  const given = request.headers[headers.correlationId];
  return given !== undefined && /^[A-Za-z0-9._:-]{1,128}$/.test(given) ? given : newId();
}
