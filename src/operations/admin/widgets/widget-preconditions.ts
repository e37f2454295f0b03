import type { WidgetView } from '../../../contract/admin/widgets.ts';
import { PreconditionFailedError } from '../../../domain/admin-errors.ts';
import { WidgetNotFoundError } from '../../../domain/errors.ts';
import type { DirectoryRecord, Expected } from '../../../ports/directory-records.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { expectedOf } from '../flows/flow-records.ts';
import { assertMatch, type Preconditions } from '../preconditions.ts';
import type { SecretBook } from '../secrets/secret-book.ts';
import { readWidgetView, widgetAnswer } from './read-widgets.ts';

/**
 * Holds a write against the widget that is stored.
 * @returns what the write must find
 * @throws PreconditionRequiredError, PreconditionFailedError that shows what is stored
 */
export function assertMayWrite(
  preconditions: Preconditions,
  record: DirectoryRecord | null,
  book: SecretBook,
): Expected {
  const now = record && widgetAnswer(record, book);
  if (preconditions.ifNoneMatch === '*') {
    if (now) throw new PreconditionFailedError(now.etag, now.body);
    return 'nothing';
  }
  assertMatch(preconditions, now?.etag ?? null, () => now?.body);
  return expectedOf(record);
}

/** What stands there now instead of what the caller has read. */
export async function changedMeanwhile(
  admin: Admin,
  caller: AdminCaller,
  widgetId: string,
): Promise<PreconditionFailedError> {
  const now: Answer<WidgetView> | null = await readWidgetView(admin, caller, widgetId).catch(
    (error: unknown) => {
      if (error instanceof WidgetNotFoundError) return null;
      throw error;
    },
  );
  return new PreconditionFailedError(now?.etag ?? null, now?.body);
}
