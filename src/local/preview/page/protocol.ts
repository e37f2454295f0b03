/** The state of the draft for the page. */
export interface PreviewEvent {
  readonly title: string;
  readonly state: 'ready' | 'failing' | 'broken';
  readonly lines: readonly string[];
  /** Whether there is a draft to chat with. */
  readonly served: boolean;
}
