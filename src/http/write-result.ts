/** A result of payload format 2.0. */
export interface HttpResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** JSON, ready to send. */
export function jsonResult(
  statusCode: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResult {
  return {
    statusCode,
    headers: { 'cache-control': 'no-store', ...headers, 'content-type': 'application/json; charset=utf-8' },
    body,
  };
}

/** No content. */
export function emptyResult(statusCode: number, headers: Readonly<Record<string, string>> = {}): HttpResult {
  return { statusCode, headers, body: '' };
}
