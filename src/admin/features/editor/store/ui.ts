import type { Clip } from '../document/clip.ts';
import type { JsonObject, Path, Point } from '../document/document.ts';

/** What is asked for above the editor. */
export type EditorDialog =
  /** Adds a step, after a connection or by itself. */
  | { readonly kind: 'add'; readonly from: Path | null; readonly at?: Point }
  /** Chooses the target of a connection. */
  | { readonly kind: 'connect'; readonly from: Path }
  | { readonly kind: 'rename'; readonly id: string }
  | { readonly kind: 'group'; readonly steps: readonly string[] }
  | { readonly kind: 'search' }
  | { readonly kind: 'keys' }
  /** A whole flow was pasted. */
  | { readonly kind: 'pasted-flow'; readonly clip: Clip; readonly definition: JsonObject };

/** What is said of something that was just done; all of it can be undone. */
export type Said =
  | { readonly kind: 'removed'; readonly steps: number; readonly opened: number }
  | { readonly kind: 'pasted'; readonly steps: number; readonly variables: readonly string[] }
  | { readonly kind: 'copied'; readonly steps: number }
  | { readonly kind: 'renamed'; readonly to: string }
  | { readonly kind: 'replaced'; readonly count: number }
  | { readonly kind: 'nothing-to-paste' };

export type EditorView = 'canvas' | 'list' | 'json';

/** What of the editor is open, which is no part of the flow. */
export interface Ui {
  readonly view: EditorView;
  readonly dialog: EditorDialog | null;
  readonly said: Said | null;
  /** Whether the form of what is selected is open beside the flow. */
  readonly isInspecting: boolean;
  /** A panel beside the flow, by its id. */
  readonly panel: string | null;
  /** Whether the dialog to publish is asked for; then the address has it. */
  readonly isPublishing: boolean;
  /** Whether the problems are listed. */
  readonly faultsShown: boolean;
  /** What was typed as JSON and is none: all else shows the last state that could be read. */
  readonly brokenJson: { readonly text: string; readonly line: number } | null;
}
