/** Where a conversation stands; `handoff` means that humans have taken over. */
export type WidgetStatus = 'active' | 'completed' | 'handoff';

/** How the widget is set up: the tenant, and anything that should differ from the widget's published settings. */
export interface WidgetOptions {
  /** Id of the tenant. */
  readonly tenant: string;
  /** Id of the widget; the tenant's default widget without it. */
  readonly widget?: string;
  /** Base address of the gateway; the script's own origin without it. Required in the module build. */
  readonly api?: string;
  /** `off` leaves the widget's published settings unasked for. */
  readonly settings?: 'off';
  readonly title?: string;
  readonly greeting?: string;
  /** `#rrggbb` */
  readonly color?: string;
  readonly position?: 'left' | 'right';
  /** http(s) address of a square image. */
  readonly avatar?: string;
  readonly theme?: 'auto' | 'light' | 'dark';
  /** BCP 47 tag; the page's language without it. */
  readonly lang?: string;
}

/** A message as the events report it. */
export interface WidgetMessage {
  readonly id: string;
  readonly author: 'user' | 'bot' | 'agent';
  readonly text: string;
  readonly timestamp: string;
}

/** What `on` listens to, and what its listeners get. */
export interface WidgetEvents {
  readonly open: undefined;
  readonly close: undefined;
  /** Every message of either side, once, when it is in the conversation's log. */
  readonly message: WidgetMessage;
  readonly status: WidgetStatus;
  /** Stable word of what went wrong, and a sentence for developers. */
  readonly error: { readonly code: string; readonly detail: string };
}

/** The one global `messagingWidget`, and what `createWidget` returns. */
export interface ChatWidget {
  open(): void;
  close(): void;
  /**
   * Sends a text in the visitor's name; it survives reloads until it is delivered.
   * @throws RangeError when it is empty or longer than 4096 characters
   */
  send(text: string): void;
  /**
   * Makes the visitor the one with this UUID, which only this visitor may know; another one's conversation is closed.
   * @throws TypeError when it is not a UUID
   */
  identify(visitor: { readonly id: string }): void;
  /** Leaves the conversation; the next message starts another one. */
  newConversation(): void;
  /** Listens; the result stops listening. */
  on<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void): () => void;
  /** Takes the widget off the page. */
  remove(): void;
}
