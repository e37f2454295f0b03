import type { PreconditionFailedError } from '../../../domain/admin-errors.ts';
import type { DirectoryRecord } from '../../../ports/directory-records.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { expectedOf } from '../flows/flow-records.ts';
import type { SecretBook, sharersOfName } from './secret-book.ts';

/** Whoever has secrets, a channel's account or a widget, with the role of the one that is to be changed. */
export interface SecretOwner<View> {
  /** As audit entries name it; actions begin with its kind. */
  readonly resource: { readonly kind: 'channel' | 'widget'; readonly id: string };
  readonly role: string;
  /** The secret's name: as the owner's document has it, or is going to. */
  readonly name: string;
  readonly isNamed: boolean;
  /** Who else names it. */
  readonly sharers: ReturnType<typeof sharersOfName>;
  readonly book: SecretBook;
  /** As the book is once the owner names the secret. */
  readonly bookWhenNamed: SecretBook;
  /** @throws CredentialTakenError when the value would find another */
  assertFree(value: string): Promise<void>;
  /** Has the owner's document name the secret, or not. @returns whether it did not so far @throws PreconditionFailedError */
  writeNamed(isNamed: boolean): Promise<boolean>;
  /** Writes what follows from the values, tells every process, and answers with what is there now. */
  finish(): Promise<Answer<View>>;
  /** What stands there now instead of what the caller has read. */
  readonly changedMeanwhile: () => Promise<PreconditionFailedError>;
}

/** Writes an owner's document where it is another than before. @returns whether it is @throws what `changed` makes */
export async function writeDocument<Document extends object>(
  admin: Admin,
  { tenantId, id, email }: AdminCaller,
  {
    record,
    before,
    after,
    changed,
  }: {
    readonly record: DirectoryRecord;
    readonly before: Document;
    readonly after: Document;
    readonly changed: () => Promise<Error>;
  },
): Promise<boolean> {
  if (JSON.stringify(after) === JSON.stringify(before)) return false;
  const at = new Date(admin.nowMs()).toISOString();
  const attributes = { ...record.attributes, document: after, by: { id, email }, at };
  const written = await admin.records.write(tenantId, { sk: record.sk, attributes }, expectedOf(record));
  if (written === null) throw await changed();
  return true;
}
