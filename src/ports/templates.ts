import type { MessageTemplate } from '../contract/admin/templates.ts';
import type { AccountRef } from './send-pacing.ts';

/** What a provider has told of an account's templates. */
export interface KnownTemplates {
  readonly templates: readonly MessageTemplate[];
  /** Null before the first time. */
  readonly readAtMs: number | null;
  /** Something is said to have changed since. */
  readonly isStale: boolean;
  /** When the provider could not be asked last, and why; null when it could. */
  readonly failed: { readonly atMs: number; readonly reason: string } | null;
}

/** What is remembered of accounts' templates. @see handoff.md 3.5 */
export interface TemplateMemory {
  find(account: AccountRef): Promise<KnownTemplates>;
  keep(account: AccountRef, templates: readonly MessageTemplate[]): Promise<void>;
  noteFailure(account: AccountRef, reason: string): Promise<void>;
  /** Something has changed: they are asked for anew by whoever needs them next. */
  noteStale(account: AccountRef): Promise<void>;
}
