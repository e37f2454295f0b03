import type { Clip } from '../document/clip.ts';
import type { JsonObject, Path, Point } from '../document/document.ts';

/** The editor's dialogs. */
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

/** A message after an action; each can be undone. */
export type Said =
  | { readonly kind: 'removed'; readonly steps: number; readonly opened: number }
  | { readonly kind: 'pasted'; readonly steps: number; readonly variables: readonly string[] }
  | { readonly kind: 'copied'; readonly steps: number }
  | { readonly kind: 'renamed'; readonly to: string }
  | { readonly kind: 'replaced'; readonly count: number }
  | { readonly kind: 'nothing-to-paste' };

export type EditorView = 'canvas' | 'list' | 'json';

/** The state of panels and dialogs, which is not part of the flow. */
export interface Ui {
  readonly view: EditorView;
  readonly dialog: EditorDialog | null;
  readonly said: Said | null;
  /** Whether the inspector is open. */
  readonly isInspecting: boolean;
  /** A panel beside the flow, by its id. */
  readonly panel: string | null;
  /** Whether the publish dialog is open; it is then in the URL. */
  readonly isPublishing: boolean;
  /** Whether the list of problems is open. */
  readonly faultsShown: boolean;
  /** Invalid JSON input; other views show the last valid state. */
  readonly brokenJson: { readonly text: string; readonly line: number } | null;
}
