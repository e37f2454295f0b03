import type { ChatWidget, WidgetOptions } from '../api.ts';

/** What a component is given of the widget's options: where it is shown is the component's own place. */
export interface ComponentOptions extends Omit<WidgetOptions, 'api' | 'target' | 'onTokenExpired'> {
  /** Base address of the gateway. */
  readonly api: string;
}

/** What a component is given of the visitor, and follows. */
export interface VisitorProps {
  /** Your server's word for who the visitor is; null, or nothing, once they have signed out. */
  readonly token?: string | null | undefined;
  /** Called when the token has expired, for a new one. */
  readonly onTokenExpired?: WidgetOptions['onTokenExpired'] | undefined;
  /** What flows read as `message.metadata`. */
  readonly context?: Parameters<ChatWidget['setContext']>[0] | undefined;
}
