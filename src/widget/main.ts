import type { ChatWidget, WidgetOptions } from './api.ts';
import { createWidget } from './create-widget.ts';

/** A call that a page made before the script was there: `['open']`, `['on', 'message', listener]`. */
type Call = readonly [name: keyof ChatWidget, ...given: unknown[]];

declare global {
  interface Window {
    /** The only global; before the script has run, the list of calls that a page may have made. */
    messagingWidget?: ChatWidget;
  }
}

const script = document.currentScript;

function start(): void {
  const before: unknown = window.messagingWidget;
  if (!(script instanceof HTMLScriptElement) || (before && !Array.isArray(before))) return;
  const { dataset, src } = script;
  // The page `/chat/TENANT/WIDGET` is one file for all.
  const [, , ...path] = dataset.mode === 'page' ? location.pathname.split('/').map(decodeURIComponent) : [];
  const [tenant, widget] = dataset.tenant ? [dataset.tenant, dataset.widget] : path;
  if (!tenant) {
    console.error('messaging widget: the script tag needs data-tenant.');
    return;
  }
  const target = dataset.target ?? placeBeside(script, dataset.mode);
  const options = { ...dataset, tenant, widget, target, api: dataset.api ?? new URL(src).origin };
  const made = createWidget(options as WidgetOptions & { readonly api: string });
  window.messagingWidget = made;
  for (const call of Array.isArray(before) ? (before as Call[]) : []) make(made, call);
}

/** A tag without a target is itself where the chat goes. */
function placeBeside(tag: HTMLScriptElement, mode: string | undefined): HTMLElement | undefined {
  if (mode !== 'inline') return undefined;
  const place = document.createElement('div');
  place.style.height = '560px';
  tag.after(place);
  return place;
}

/** One call that can't be made keeps none of the others from being made. */
function make(widget: ChatWidget, [name, ...given]: Call): void {
  try {
    const called: unknown = widget[name];
    if (typeof called !== 'function') throw new TypeError(`messaging widget: there is no call ${name}`);
    called(...given);
  } catch (error) {
    reportError(error);
  }
}

if (document.body) start();
else document.addEventListener('DOMContentLoaded', start);
