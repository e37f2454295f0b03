import type { FormAResponse } from '../contract/forms.ts';
import type { LogMessage } from '../contract/poll.ts';

/**
 * A turn as the log has it, made of the answer to its message, so that nothing need be read. Null when the answer does not
 * say where the log has it: one with files, or of a gateway of the last release.
 */
export function loggedAnswer(text: string, { message, replies }: FormAResponse): LogMessage[] | null {
  const own = message ? [{ author: 'user' as const, text, ...message }] : [];
  const all = [...own, ...replies.map((reply) => ({ author: 'bot' as const, ...reply }))];
  const placed = all.flatMap(({ id, seq, timestamp, ...rest }) =>
    id !== undefined && seq !== undefined && timestamp !== undefined ? [{ ...rest, id, seq, timestamp }] : [],
  );
  return placed.length === all.length ? placed : null;
}
