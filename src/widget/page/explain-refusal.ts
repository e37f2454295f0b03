import type { Refused } from '../gateway-client.ts';

/** Explains a problem to the site's developers in the browser console. */
export function explainRefusal(
  { code, detail }: Refused,
  {
    tenant,
    widget,
    origin,
  }: { readonly tenant: string; readonly widget: string | undefined; readonly origin: string },
): { readonly code: string; readonly detail: string } {
  const named = `widget "${widget ?? '(default)'}" of tenant "${tenant}"`;
  const advice: Readonly<Record<string, string>> = {
    origin_not_allowed: `This page's origin ${origin} may not use the ${named}: add it to the widget's allowed_origins.`,
    tenant_not_found: `There is no active tenant "${tenant}": see data-tenant of the script tag.`,
    widget_not_found: `There is no ${named}: see data-widget of the script tag.`,
    invalid_signature: `The ${named} wants signed messages, which a page can't send: use another widget.`,
  };
  const line = `messaging widget: ${advice[code] ?? detail} (${code})`;
  console.error(line);
  return { code, detail: line };
}
