import { isId, isRecord } from './read-changes.ts';

/** The common fields of messages. The content is in the field that `type` names. */
export interface Envelope {
  readonly id: string;
  /** Missing in some messages; the content field then determines it. */
  readonly type: string | undefined;
  readonly from: string | undefined;
  readonly from_user_id: string | undefined;
  readonly from_parent_user_id: string | undefined;
  /** For a message to a group. */
  readonly group_id: unknown;
  /** Epoch seconds, as text: `"1504902988"`. */
  readonly timestamp: string | number | undefined;
  readonly identity: unknown;
  readonly context: unknown;
  readonly referral: unknown;
  readonly errors: unknown;
}

/**
 * Reads what every message carries; null for what is no message. By hand, since a body may hold a thousand of them:
 * schemas take five times as long. `null` counts as absent, and so does a malformed user ID or time, so that the
 * message is not lost. @see design 2.7
 */
export function readEnvelope(raw: unknown): Envelope | null {
  if (!isRecord(raw)) return null;
  const { id } = raw;
  const type = raw.type ?? undefined;
  if (!isId(id) || !isMaybeText(type)) return null;
  return {
    ...{ id, type },
    from: idOf(raw.from),
    from_user_id: idOf(raw.from_user_id),
    from_parent_user_id: idOf(raw.from_parent_user_id),
    timestamp: isTime(raw.timestamp) ? raw.timestamp : undefined,
    group_id: raw.group_id ?? undefined,
    identity: raw.identity ?? undefined,
    context: raw.context ?? undefined,
    referral: raw.referral ?? undefined,
    errors: raw.errors ?? undefined,
  };
}

const isMaybeText = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string';

const idOf = (value: unknown): string | undefined => (isId(value) ? value : undefined);

const isTime = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isFinite(value);
