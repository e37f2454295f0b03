import { PreconditionFailedError, PreconditionRequiredError } from '../../domain/admin-errors.ts';
import type { DirectoryRecord } from '../../ports/directory-records.ts';
import { fingerprintOf } from '../derive-id.ts';

/** What a write says of what it found. @see RFC 9110 13.1 */
export interface Preconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Holds a write's `If-Match` against what is stored.
 * @param etag of what is stored; null when there is nothing
 * @param current its representation, for whoever must look at it again
 * @throws PreconditionRequiredError, PreconditionFailedError
 */
export function assertMatch({ ifMatch }: Preconditions, etag: string | null, current?: () => unknown): void {
  if (ifMatch === undefined) throw new PreconditionRequiredError();
  if (etag === null || !matches(ifMatch, etag))
    throw new PreconditionFailedError(etag, etag ? current?.() : undefined);
}

/** Weak ones never match: what they are of may differ. `*` would match what nobody has read, and does not. */
function matches(header: string, etag: string): boolean {
  return header.split(',').some((one) => one.trim() === etag);
}

/** The ETag of a record: its revision, or for one from before there were any, what it holds. */
export function etagOfRecord({ revision, attributes }: DirectoryRecord): string {
  return `"${revision ?? fingerprintOf(attributes)}"`;
}
