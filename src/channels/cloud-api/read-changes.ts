/**
 * Parses the common part of changes by hand: a body may have a thousand, and only these fields of each are needed.
 * `null` counts as absent.
 * @see design 2.7
 */

/** `{"messaging_product":"whatsapp","metadata":{"display_phone_number":"…","phone_number_id":"…"},"messages":[…]}` */
export interface ChangeValue {
  readonly metadata?: { readonly phone_number_id?: string | undefined } | undefined;
  readonly contacts?: readonly unknown[] | undefined;
  readonly messages?: readonly unknown[] | undefined;
  readonly statuses?: readonly unknown[] | undefined;
  readonly errors?: readonly unknown[] | undefined;
}

/** `{"field":"messages","value":{…}}` */
export interface Change {
  readonly field: string;
  readonly value: ChangeValue;
}

/** The changes of a body `{"object":"whatsapp_business_account","entry":[{"id":"…","changes":[…]}]}`, each that can be read; and how many can't. */
export function readChanges(body: unknown): {
  readonly changes: readonly Change[];
  readonly malformed: number;
} {
  const changes: Change[] = [];
  let malformed = 0;
  const entries = isRecord(body) && Array.isArray(body.entry) ? body.entry : [];
  for (const entry of entries) {
    if (!isRecord(entry) || !Array.isArray(entry.changes)) malformed += 1;
    else
      for (const raw of entry.changes) {
        const change = readChange(raw);
        if (change) changes.push(change);
        else malformed += 1;
      }
  }
  return { changes, malformed };
}

/** One change; null for what is none. */
export function readChange(raw: unknown): Change | null {
  if (!isRecord(raw) || typeof raw.field !== 'string') return null;
  const value = readValue(raw.value);
  return value && { field: raw.field, value };
}

/** The older on-premise shape: `{contacts, messages, statuses}` at the top; null for any other. @see design 2.7 */
export function readOnPremiseChange(body: unknown): Change | null {
  const value = readValue(body);
  const items = value && (value.messages ?? value.statuses ?? value.errors);
  return items ? { field: 'messages', value } : null;
}

function readValue(raw: unknown): ChangeValue | null {
  if (!isRecord(raw)) return null;
  const { metadata, contacts, messages, statuses, errors } = raw;
  if (!isMaybeList(messages)) return null;
  const account = readMetadata(metadata ?? undefined);
  if (account === null) return null;
  return {
    ...(account && { metadata: account }),
    // A message is not lost because something beside it is malformed.
    ...(Array.isArray(contacts) && { contacts }),
    ...(messages && { messages }),
    ...(Array.isArray(statuses) && { statuses }),
    ...(Array.isArray(errors) && { errors }),
  };
}

function readMetadata(raw: unknown): ChangeValue['metadata'] | null {
  if (raw === undefined) return undefined;
  if (!isRecord(raw)) return null;
  const number = raw.phone_number_id ?? undefined;
  if (number === undefined) return {};
  return isId(number) ? { phone_number_id: number } : null;
}

/** Whether a value can have fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isMaybeList = (value: unknown): value is readonly unknown[] | null | undefined =>
  value === undefined || value === null || Array.isArray(value);

const idChars = 512;

/** A number or ID, which may arrive as either type. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= idChars;
}
