/** Why an outgoing call was refused or failed. */
export type HttpClientErrorCode =
  /** Not https, with credentials in it, or no URL at all. */
  | 'url_refused'
  /** The host is, or resolves to, an address that is not public. */
  | 'address_refused'
  | 'too_many_redirects'
  | 'response_too_large'
  /** Compressed although that was not asked for. */
  | 'encoding_refused'
  /** No connection was made: the call surely had no effect. */
  | 'not_connected'
  | 'timeout'
  | 'aborted'
  /** The connection broke: the call may have had its effect. */
  | 'network_failure'
  /** A language model's endpoint answered with an error, or not as its protocol says. */
  | 'bad_answer';

/** An outgoing call that came to nothing; its message names no address. */
export class HttpClientError extends Error {
  override readonly name = 'HttpClientError';
  readonly code: HttpClientErrorCode;
  /** What a service answered, where that is why. */
  readonly status: number | null;

  constructor(code: HttpClientErrorCode, message: string, cause?: unknown, status: number | null = null) {
    super(message, { cause });
    this.code = code;
    this.status = status;
  }

  /** Whether its time was over, connected or not. */
  get isTimeout(): boolean {
    return this.code === 'timeout' || (this.cause instanceof Error && this.cause.name === 'TimeoutError');
  }
}
