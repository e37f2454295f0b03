import type { ChatWidget, WidgetOptions } from '../api.ts';

/** A component's options: those of the widget, except for its position. */
export interface ComponentOptions extends Omit<WidgetOptions, 'api' | 'target' | 'onTokenExpired'> {
  /** Base address of the gateway. */
  readonly api: string;
}

/** A component's props about the visitor. */
export interface VisitorProps {
  /** Your server's word for who the visitor is; null, or nothing, once they have signed out. */
  readonly token?: string | null | undefined;
  /** Called when the token has expired, for a new one. */
  readonly onTokenExpired?: WidgetOptions['onTokenExpired'] | undefined;
  /** The data that flows read as `message.metadata`. */
  readonly context?: Parameters<ChatWidget['setContext']>[0] | undefined;
}
