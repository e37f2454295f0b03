import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { limits } from '../contract/limits.ts';
import { isPublicAddress, literalAddress } from '../contract/public-address.ts';
import { HttpClientError } from '../domain/errors.ts';
import type { DownloadedBytes, Downloads, HttpClient, HttpClientRequest } from '../ports/http-client.ts';
import { type RawRequest, sendRequest, within } from './send-request.ts';

/** Resolves a name to all of its addresses. */
export type ResolveAll = (
  hostname: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export interface GuardOptions {
  /** Origins that may be called whatever their scheme and address; from configuration, never from a flow. */
  readonly allowedOrigins?: readonly string[];
  readonly resolve?: ResolveAll;
}

const defaultRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Headers that another origin may see. All others, such as `x-api-key`, may be secret. */
const harmlessHeaders = new Set([
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'user-agent',
]);
/** Headers that are the connection's, not the flow's. @see RFC 9110 7.6.1 */
const connectionHeaders =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|proxy-.*)$/i;

type Hop = Pick<RawRequest, 'method' | 'url' | 'headers' | 'body'>;

/**
 * An HTTP client that a flow can't turn against the network it runs in: https only, and the addresses that the
 * connection is made to are checked when it is made, at every redirect, so that a name that changes its mind between
 * check and use (DNS rebinding) changes nothing.
 * @throws HttpClientError from `send`
 * @see design 4, https://owasp.org/www-community/attacks/Server_Side_Request_Forgery
 */
export function guardedHttpClient(options: GuardOptions = {}): HttpClient & Downloads {
  const allowedOrigins = new Set((options.allowedOrigins ?? []).map((origin) => new URL(origin).origin));
  const lookup = guardedLookup(options.resolve ?? resolveAll);
  const call = async (request: HttpClientRequest, maxBytes: number): Promise<DownloadedBytes> => {
    const { maxRedirects = defaultRedirects } = request;
    const signal = within(request.timeoutMs, request.signal);
    let hop = firstHop(request);
    for (let followed = 0; ; followed += 1) {
      const open = allowedOrigins.has(hop.url.origin);
      if (!open) assertMayCall(hop.url);
      const response = await sendRequest({
        ...hop,
        signal,
        maxBytes,
        lookup: open ? openLookup(options.resolve) : lookup,
      });
      const next = maxRedirects > 0 && nextHop(hop, response);
      if (!next) return response;
      if (followed >= maxRedirects) {
        throw new HttpClientError('too_many_redirects', `more than ${maxRedirects} redirects`);
      }
      hop = next;
    }
  };
  return {
    async send(request) {
      const { bytes, ...response } = await call(request, limits.httpResponseBytes);
      return { ...response, body: textOf(bytes, response.headers['content-type']) };
    },
    download: ({ maxBytes, ...request }) => call(request, maxBytes),
  };
}

/** Decodes a body by its charset, or as UTF-8, without the byte order mark that some services send. */
function textOf(bytes: Uint8Array, contentType = ''): string {
  const [, charset] = /;\s*charset="?([\w.:-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function firstHop({ method, url, headers, body }: HttpClientRequest): Hop {
  const kept = Object.entries(headers).filter(([name]) => !connectionHeaders.test(name));
  return { method, url: parseUrl(url), headers: Object.fromEntries(kept), body };
}

function parseUrl(url: string, base?: URL): URL {
  if (!URL.canParse(url, base)) throw new HttpClientError('url_refused', 'the URL is not one');
  return new URL(url, base);
}

function assertMayCall(url: URL): void {
  if (url.protocol !== 'https:') throw new HttpClientError('url_refused', 'only https URLs may be called');
  if (url.username !== '' || url.password !== '') {
    throw new HttpClientError('url_refused', 'the URL holds credentials');
  }
  // The connection makes no look-up for a literal address.
  const address = literalAddress(url.hostname);
  if (address !== null && !isPublicAddress(address)) throw refusedAddress();
}

/** Returns the next request of a redirect. @see https://fetch.spec.whatwg.org/#http-redirect-fetch */
function nextHop(hop: Hop, { status, headers }: DownloadedBytes): Hop | null {
  if (!redirects.has(status) || headers.location === undefined) return null;
  const url = parseUrl(headers.location, hop.url);
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  const kept = Object.entries(hop.headers).filter(
    ([name]) =>
      (url.origin === hop.url.origin || harmlessHeaders.has(name.toLowerCase())) &&
      !(becomesGet && name.toLowerCase() === 'content-type'),
  );
  return {
    url,
    headers: Object.fromEntries(kept),
    ...(becomesGet ? { method: 'GET' } : { method: hop.method, body: hop.body }),
  };
}

/** Hands the connection only addresses that it may be made to. */
function guardedLookup(resolve: ResolveAll): LookupFunction {
  return toLookup(resolve, (addresses) => addresses.filter(({ address }) => isPublicAddress(address)));
}

function openLookup(resolve: ResolveAll | undefined): LookupFunction | undefined {
  return resolve && toLookup(resolve, (addresses) => [...addresses]);
}

function toLookup(
  resolve: ResolveAll,
  choose: (addresses: readonly LookupAddress[]) => LookupAddress[],
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error) return callback(error, []);
      const chosen = choose(addresses);
      const [first] = chosen;
      if (!first) return callback(refusedAddress(), []);
      return options.all ? callback(null, chosen) : callback(null, first.address, first.family);
    });
  };
}

const resolveAll: ResolveAll = (hostname, callback) => systemLookup(hostname, { all: true }, callback);

const refusedAddress = () => new HttpClientError('address_refused', 'the host is not on the public internet');
