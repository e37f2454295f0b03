/** What the page is told of the draft. */
export interface PreviewEvent {
  readonly title: string;
  readonly state: 'ready' | 'failing' | 'broken';
  readonly lines: readonly string[];
  /** Whether there is a draft to chat with. */
  readonly served: boolean;
}
