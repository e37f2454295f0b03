import { type CSSProperties, createElement, type ReactElement, useEffect, useRef } from 'react';
import type { ChatWidget, WidgetEvents } from '../api.ts';
import { type Connected, connect, optionsIn } from './connect.ts';
import type { ComponentOptions, VisitorProps } from './options.ts';

export type { ChatWidget, WidgetEvents, WidgetMessage, WidgetStatus } from '../api.ts';

/** `onOpen`, `onMessage` …: the widget's events. */
type Listeners = {
  readonly [Name in keyof WidgetEvents as `on${Capitalize<Name>}`]?: (detail: WidgetEvents[Name]) => void;
};

export interface MessagingWidgetProps extends ComponentOptions, VisitorProps, Listeners {
  /** The widget, to be called, each time that there is another. */
  readonly onReady?: (widget: ChatWidget) => void;
  /** The class of the element that mode `inline` fills. */
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** Renders the chat while mounted; changed options recreate it, listeners and the visitor do not. */
export function MessagingWidget(props: MessagingWidgetProps): ReactElement | null {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const shown = useRef<Connected | null>(null);
  const options = optionsIn(props);
  useEffect(() => {
    latest.current = props;
    shown.current?.follow();
  });
  useEffect(() => {
    const made = connect(options, place.current, {
      visitor: () => latest.current,
      hear: (name, detail) => listenerOf(latest.current, name)?.(detail),
    });
    shown.current = made;
    latest.current.onReady?.(made.widget);
    return () => {
      shown.current = null;
      made.widget.remove();
    };
  }, [options]);
  if (props.mode !== 'inline') return null;
  return createElement('div', { ref: place, className: props.className, style: props.style });
}

function listenerOf(props: Listeners, name: keyof WidgetEvents) {
  const key = `on${name.charAt(0).toUpperCase()}${name.slice(1)}` as keyof Listeners;
  // Each gets the details of its event.
  return props[key] as ((detail: unknown) => void) | undefined;
}
