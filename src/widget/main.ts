import type { ChatWidget, WidgetOptions } from './api.ts';
import { createWidget } from './create-widget.ts';

declare global {
  interface Window {
    /** The only global; set as soon as the script has run and the page has a body. */
    messagingWidget?: ChatWidget;
  }
}

const script = document.currentScript;

function start(): void {
  if (window.messagingWidget || !(script instanceof HTMLScriptElement)) return;
  const { dataset, src } = script;
  if (!dataset.tenant) {
    console.error('messaging widget: the script tag needs data-tenant.');
    return;
  }
  const options = { ...dataset, api: dataset.api ?? new URL(src).origin } as Partial<WidgetOptions>;
  window.messagingWidget = createWidget(options as WidgetOptions & { readonly api: string });
}

if (document.body) start();
else document.addEventListener('DOMContentLoaded', start);
