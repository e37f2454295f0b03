/** The widget that something is noted of. */
export interface NotedWidget {
  readonly tenantId: string;
  readonly widgetId: string;
}

/** A site that a widget was refused on; `count` is at least how often. */
export interface RefusedOrigin {
  readonly origin: string;
  readonly count: number;
  readonly atMs: number;
}

/** Counts of the sites that a widget refuses, for who looks after it. @see design 9 */
export interface RefusedOrigins {
  /** Written once a minute at most for each widget, however many are refused; kept for `keptDays`. */
  note(widget: NotedWidget, origin: string, keptDays: number): Promise<void>;
  /** The latest first. */
  list(widget: NotedWidget): Promise<readonly RefusedOrigin[]>;
}
