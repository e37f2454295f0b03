import type { WidgetEvents } from './api.ts';

/** Those who listen to a widget, and the way to tell them. */
export interface WidgetEmitter {
  /** @throws TypeError for a name that is no event's */
  on<Name extends keyof WidgetEvents>(name: Name, listener: (detail: WidgetEvents[Name]) => void): () => void;
  /** A listener that fails is reported and holds up nobody. */
  emit<Name extends keyof WidgetEvents>(name: Name, detail: WidgetEvents[Name]): void;
}

type Listeners = { [Name in keyof WidgetEvents]: Set<(detail: WidgetEvents[Name]) => void> };

/** Nobody listens yet. */
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
