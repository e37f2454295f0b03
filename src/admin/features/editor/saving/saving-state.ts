import type { ApiError } from '../../../api/api-error.ts';
import type { FlowDocument } from '../document/document.ts';
import type { Overlap } from './merge-drafts.ts';

/** The saving state. */
export type Saving =
  | { readonly kind: 'saved'; readonly atMs: number | null }
  | { readonly kind: 'saving' }
  /** There is no line, or no answer: the device has it. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'refused'; readonly error: ApiError }
  /** A conflict has to be resolved first. */
  | { readonly kind: 'overlap' };

/** Something that happened to the draft without the user's doing. */
export type News =
  | { readonly kind: 'restored' }
  | { readonly kind: 'merged'; readonly who: string | null; readonly steps: number };

export interface SavingState {
  readonly saving: Saving;
  readonly news: News | null;
  /** The conflicting edits. */
  readonly overlaps: readonly Overlap[];
  readonly who: string | null;
  /** Their draft, while there is a conflict. */
  readonly theirs: FlowDocument | null;
}
