import type { ChatWidget, WidgetEvents } from '../api.ts';
import { createWidget } from '../create-widget.ts';
import type { ComponentOptions, VisitorProps } from './options.ts';

/** Every option of a component; the compiler names what is missing. */
const all: Readonly<Record<keyof ComponentOptions, true>> = {
  api: true,
  tenant: true,
  widget: true,
  settings: true,
  title: true,
  greeting: true,
  color: true,
  position: true,
  avatar: true,
  font: true,
  size: true,
  offsetSide: true,
  offsetBottom: true,
  zIndex: true,
  launcher: true,
  launcherLabel: true,
  sound: true,
  openingHours: true,
  timeZone: true,
  mode: true,
  theme: true,
  lang: true,
};
export const optionNames = Object.keys(all) as readonly (keyof ComponentOptions)[];

const events: Readonly<Record<keyof WidgetEvents, true>> = {
  open: true,
  close: true,
  unread: true,
  message: true,
  status: true,
  error: true,
};
export const eventNames = Object.keys(events) as readonly (keyof WidgetEvents)[];

/** The options among a component's props, as a text: another text is another widget. */
export function optionsIn(props: ComponentOptions): string {
  return JSON.stringify(Object.fromEntries(optionNames.map((name) => [name, props[name]])));
}

/** What a component uses of its framework. */
interface Surroundings {
  /** The current props. */
  visitor(): VisitorProps;
  hear(name: keyof WidgetEvents, detail: WidgetEvents[keyof WidgetEvents]): void;
}

/** A widget that a component has put on the page. */
export interface Connected {
  readonly widget: ChatWidget;
  /** The props may be others. */
  follow(): void;
}

/** Puts the widget of a component on the page, in its place where it is `inline`. */
export function connect(
  options: string,
  target: HTMLElement | null,
  { visitor, hear }: Surroundings,
): Connected {
  const widget = createWidget({
    ...(JSON.parse(options) as ComponentOptions),
    ...(target && { target }),
    onTokenExpired: () => visitor().onTokenExpired?.() ?? null,
  });
  for (const name of eventNames) widget.on(name, (detail) => hear(name, detail));
  let [sent, vouched] = ['', ''];
  const follow = () => {
    const { token, context } = visitor();
    const json = JSON.stringify(context ?? {});
    if (json !== (sent || '{}')) widget.setContext(context ?? {});
    sent = json;
    if (token && token !== vouched) widget.identify({ token });
    if (!token && vouched) widget.reset();
    vouched = token ?? '';
  };
  follow();
  return { widget, follow };
}
