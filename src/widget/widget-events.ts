import type { WidgetEvents } from './api.ts';

/** The listeners of a widget's events. */
export interface WidgetEmitter {
  /** @throws TypeError for a name that is no event's */
  on<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void): () => void;
  /** A listener that throws is reported, and the others are called. */
  emit<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]): void;
}

type Listeners = { [Name in keyof WidgetEvents]: Set<(detail: WidgetEvents[Name]) => void> };

/** No listeners yet. */
export function createEvents(): WidgetEmitter {
  const listeners: Listeners = {
    open: new Set(),
    close: new Set(),
    unread: new Set(),
    message: new Set(),
    status: new Set(),
    error: new Set(),
  };
  return {
    on<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void) {
      if (!Object.hasOwn(listeners, name)) throw new TypeError(`messaging widget: there is no event ${name}`);
      listeners[name].add(listener);
      return () => void listeners[name].delete(listener);
    },
    emit<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]) {
      for (const listener of listeners[name]) {
        try {
          listener(detail);
        } catch (error) {
          reportError(error);
        }
      }
    },
  };
}
