/** A web chat request as the transport hands it on; header names in lower case. */
export interface WebchatRequest {
  readonly method: string;
  readonly path: string;
  readonly rawBody: Uint8Array;
  /** The body, parsed as JSON. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly correlationId: string;
  /** The address that API Gateway saw. */
  readonly sourceIp: string;
  readonly receivedAtMs: number;
}

/** What the transport answers a web chat request with. */
export interface WebchatAnswer {
  readonly status: 200 | 202;
  /** JSON, ready to send: a repeat gets the very same text. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
