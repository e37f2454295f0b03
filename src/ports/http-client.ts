/** An outgoing request of an `http` step. */
export interface HttpClientRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** At most this long, connect to last byte. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** At most so many redirects are followed; 0 hands the redirect itself to the caller. 3 without it. */
  readonly maxRedirects?: number;
}

export interface HttpClientResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A response as it came. */
export interface DownloadedBytes {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Fetches files, as guarded as a flow's calls. */
export interface Downloads {
  /** @throws HttpClientError */
  download(
    request: Omit<HttpClientRequest, 'body'> & { readonly maxBytes: number },
  ): Promise<DownloadedBytes>;
}

/** Calls services named by a flow: https only, never a private address, response at most 256 KiB. @see design 4 */
export interface HttpClient {
  /** @throws HttpClientError */
  send(request: HttpClientRequest): Promise<HttpClientResponse>;
}
