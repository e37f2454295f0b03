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

export interface LlmMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** Something that a model may ask for. */
export interface LlmTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the object of its arguments. */
  readonly parameters: object;
}

export interface LlmToolCall {
  /** The model's ID of the call, which its result must have. */
  readonly id: string;
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: unknown;
}

/** A model's tool calls and their results. */
export interface LlmToolRound {
  readonly text: string;
  readonly calls: readonly (LlmToolCall & { readonly result: string })[];
}

export interface LlmRequest {
  readonly model?: string;
  readonly system: string;
  readonly messages: readonly LlmMessage[];
  readonly tools?: readonly LlmTool[];
  /** The tool calls since the last message. */
  readonly rounds?: readonly LlmToolRound[];
  readonly maxTokens: number;
  /** 0 for the most predictable answers, 1 for varied ones. Default: the model's own. */
  readonly temperature?: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** A model's answer, and what it took. */
export interface LlmAnswer {
  readonly text: string;
  /** Tool calls instead of a reply. */
  readonly calls?: readonly LlmToolCall[];
  /** The model stopped before its answer was whole. */
  readonly isCut?: boolean;
  /** Tokens of prompt and reply together; absent if the model doesn't report them. */
  readonly tokens?: number;
}

/** Calls a language model; resolves to its text, or to tool calls. @see design 4 */
export interface LlmClient {
  complete(request: LlmRequest): Promise<string | LlmAnswer>;
}

/** Bounds what is waited for. @see design 5.2, 7 */
export interface Deadlines {
  /**
   * Runs `work`; the calls to AWS that it has left when the time is up are aborted.
   * @param as `exactly`: also where services are slower than AWS, as on a laptop
   * @throws TemporarilyUnavailableError when it has not ended in time
   */
  within<T>(ms: number, work: () => Promise<T>, as?: 'scaled' | 'exactly'): Promise<T>;
}

/** The response to a repeated web chat request. @see spec "Deduplication record" */
export interface Answer {
  readonly key: string;
  readonly fingerprint: string;
  readonly messageId: string;
  readonly status: 200 | 202;
  readonly responseBody: string;
  readonly location?: string;
  readonly expiresAtMs: number;
}
