type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';

/** The state of a conversation; `handoff` means that an agent has it. */
export type WidgetStatus = 'active' | 'completed' | 'handoff';

/** The widget's options: the tenant, and overrides of the widget's published settings. */
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
  /** A CSS font-family. */
  readonly font?: string;
  readonly size?: 'small' | 'medium' | 'large';
  /** Pixels between the launcher and the edges of the window. */
  readonly offsetSide?: number | string;
  readonly offsetBottom?: number | string;
  readonly zIndex?: number | string;
  /** `hidden` leaves opening to the page. */
  readonly launcher?: 'round' | 'label' | 'hidden';
  readonly launcherLabel?: string;
  /** A soft sound for new messages while the chat is hidden. */
  readonly sound?: boolean | 'true' | 'false';
  /** Opening hours of the agents, by weekday; only in the module build. */
  readonly openingHours?: { readonly [day in Weekday]?: readonly string[] };
  /** The time zone of the opening hours; default: UTC. */
  readonly timeZone?: string;
  /** `bubble` is a launcher and a window above the page; `inline` is a part of it, `page` all of it. */
  readonly mode?: 'bubble' | 'inline' | 'page';
  /** In mode `inline`: the element, or its CSS selector; default: the script tag's position. */
  readonly target?: HTMLElement | string;
  readonly theme?: 'auto' | 'light' | 'dark';
  /** BCP 47 tag; the page's language without it. */
  readonly lang?: string;
  /** Called when the visitor's token has expired, for a new one; without it, or with null, the visitor is refused. */
  readonly onTokenExpired?: () => string | null | Promise<string | null>;
}

/** A message as the events report it. */
export interface WidgetMessage {
  readonly id: string;
  readonly author: 'user' | 'bot' | 'agent';
  readonly text: string;
  readonly timestamp: string;
}

/** The events of `on`, with their details. */
export interface WidgetEvents {
  readonly open: undefined;
  readonly close: undefined;
  /** The number of unread messages. */
  readonly unread: number;
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
  toggle(): void;
  readonly isOpen: boolean;
  /** The number of unread messages. */
  readonly unread: number;
  /**
   * Sends a text in the visitor's name; it survives reloads until it is delivered.
   * @throws RangeError when it is empty or longer than 4096 characters
   */
  send(text: string): void;
  /**
   * Identifies the visitor. With a `token`, the site vouches for them: the conversation is theirs in any browser,
   * including earlier messages. An `id` is only the page's claim, a UUID for flows. Another visitor's conversation
   * is closed.
   * @throws TypeError when it is not a UUID, or not a token
   */
  identify(visitor: { readonly id: string } | { readonly token: string }): void;
  /** Makes the visitor a stranger, as when they sign out: the conversation is closed, the next one is another's. */
  reset(): void;
  /** Added to `message.metadata` of later messages, beside the page's address and language. */
  setContext(context: Readonly<Record<string, string | number | boolean>>): void;
  /** Leaves the conversation; the next message starts another one. */
  newConversation(): void;
  /** Listens; the result stops listening. */
  on<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void): () => void;
  /** Takes the widget off the page. */
  remove(): void;
}
