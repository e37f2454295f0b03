/** What a browser does with pages and forms: keeps cookies, sends its origin, follows redirects up to a border. */
export interface CookieBrowser {
  get(url: string): Promise<Visited>;
  /** Fills the page's form: its action is the one written in the page. */
  submit(
    page: Visited,
    fields: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ): Promise<Visited>;
  /** The header that a request for the path would carry. */
  cookies(path: string): string;
}

export interface Visited {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly hiddenFields: Readonly<Record<string, string>>;
}

/** A browser that stops where it would leave the origin. */
export function cookieBrowser(origin: string): CookieBrowser {
  const jar = new Map<string, { value: string; path: string }>();
  const cookies = (path: string) =>
    [...jar]
      .filter(([, cookie]) => path.startsWith(cookie.path))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/';
    const gone = attributes.some((attribute) => /^max-age=0|^expires=Thu, 01 Jan 1970/i.test(attribute));
    if (gone) jar.delete(`${name} ${path}`);
    else jar.set(`${name} ${path}`, { value, path });
  };
  const visit = async (url: URL, init: RequestInit): Promise<Visited> => {
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      cookie: cookies(url.pathname),
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keep(line);
    const location = response.headers.get('location');
    const next = location === null ? null : new URL(location, url);
    if (next?.origin === origin) return visit(next, { method: 'GET' });
    const text = await response.text();
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
    const hiddenFields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
    return { url: next ?? url, status: response.status, headers: response.headers, text, hiddenFields };
  };
  return {
    cookies,
    get: (url) => visit(new URL(url, origin), { method: 'GET' }),
    submit({ url, text }, fields, headers = {}) {
      const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1];
      if (action === undefined) throw new Error(`no form in ${url}: ${text}`);
      const body = new URLSearchParams(fields);
      return visit(new URL(action, url), { method: 'POST', body, headers: { origin, ...headers } });
    },
  };
}
