/** Data of the site for the flow, about its page or visitor. */
export type Context = Readonly<Record<string, string | number | boolean>>;

/** The page of the visitor, without its query, which may contain personal data. */
export function pageContext(context: Context): Record<string, unknown> {
  return {
    page: location.origin + location.pathname,
    ...(document.referrer && { referrer: originOf(document.referrer) }),
    language: document.documentElement.lang || navigator.language,
    ...context,
  };
}

function originOf(address: string): string {
  try {
    return new URL(address).origin;
  } catch {
    return '';
  }
}
