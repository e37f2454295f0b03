/** What the transport answers a web chat request with. */
export interface WebchatAnswer {
  readonly status: 200 | 202;
  /** JSON, ready to send: a repeat gets the very same text. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}
