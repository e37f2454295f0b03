import type { TenantFolder } from '../domain/tenant-folder.ts';

/** The draft's status on the page beside the chat. */
export interface PreviewNews {
  readonly title: string;
  /** `ready`: it is served and its conversations pass; `failing`: served, some fail; `broken`: the last good one is. */
  readonly state: 'ready' | 'failing' | 'broken';
  readonly lines: readonly string[];
}

/** A gateway of its own, in this process, with one tenant. */
export interface FlowPreview {
  /** The page with the chat. */
  readonly url: string;
  /** Values for `${NAME}` that the preview provides. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** Serves the folder's current state, also to existing conversations. */
  show(folder: TenantFolder): Promise<void>;
  send(news: PreviewNews): void;
  stop(): Promise<void>;
}

export interface PreviewOptions {
  readonly port: number;
  /** Besides public https ones, the origins that `http` steps may call. */
  readonly allowedOrigins: readonly string[];
  /** Settings of the language model, `LLM_…`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with the error message of a failed turn. */
  readonly report: (line: string) => void;
}

export type StartPreview = (options: PreviewOptions) => Promise<FlowPreview>;

/** The one tenant of a preview, and its widget. */
export const previewId = 'preview';
