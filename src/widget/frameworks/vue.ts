import {
  type DefineSetupFnComponent,
  defineComponent,
  h,
  onBeforeUnmount,
  onMounted,
  shallowRef,
  type VNode,
  watch,
} from 'vue';
import type { ChatWidget, WidgetEvents } from '../api.ts';
import { type Connected, connect, eventNames, optionNames, optionsIn } from './connect.ts';
import type { ComponentOptions, VisitorProps } from './options.ts';

export type { ChatWidget, WidgetEvents, WidgetMessage, WidgetStatus } from '../api.ts';

export interface MessagingWidgetProps extends ComponentOptions, VisitorProps {}

/** The widget's events, and `ready` with each new widget instance. */
export type MessagingWidgetEmits = {
  readonly [Name in keyof WidgetEvents]: (detail: WidgetEvents[Name]) => void;
} & { readonly ready: (widget: ChatWidget) => void };

/** Renders the chat while mounted; changed options recreate it, listeners and the visitor do not. */
export const MessagingWidget: DefineSetupFnComponent<MessagingWidgetProps, MessagingWidgetEmits> =
  defineComponent<MessagingWidgetProps, MessagingWidgetEmits, keyof MessagingWidgetEmits>(
    (props, { emit }) => {
      const place = shallowRef<HTMLElement | null>(null);
      let shown: Connected | null = null;
      const emitEvent = emit as (name: string, detail: unknown) => void;
      const leave = () => {
        shown?.widget.remove();
        shown = null;
      };
      const show = () => {
        leave();
        shown = connect(optionsIn(props), place.value, { visitor: () => props, hear: emitEvent });
        emitEvent('ready', shown.widget);
      };
      onMounted(show);
      onBeforeUnmount(leave);
      watch(() => optionsIn(props), show, { flush: 'post' });
      watch(
        () => [props.token, JSON.stringify(props.context)],
        () => shown?.follow(),
      );
      return (): VNode | null => (props.mode === 'inline' ? h('div', { ref: place }) : null);
    },
    {
      name: 'MessagingWidget',
      props: [...optionNames, 'token', 'onTokenExpired', 'context'],
      emits: [...eventNames, 'ready'],
    },
  );
