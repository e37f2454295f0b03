import { withDeadline } from '../aws/clients.ts';
import { limits } from '../contract/limits.ts';
import type { LambdaEntry } from './lambda-entry.ts';

/**
 * Bounds an entry: its calls to AWS end a moment before its time is up, and none outlives it. It wraps the entry, since no
 * middleware can run what comes after it.
 * @see design 7
 */
export function bounded<Event, Result>(entry: LambdaEntry<Event, Result>): LambdaEntry<Event, Result> {
  return (event, context) =>
    withDeadline(context.getRemainingTimeInMillis() - limits.lastWordsMs, entry, event, context);
}
