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

/** A table, to be kept as a file. */
export function csvResult(body: string, filename: string): HttpResult {
  return {
    statusCode: 200,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
    },
    body,
  };
}

/** No content. */
export function emptyResult(statusCode: number, headers: Readonly<Record<string, string>> = {}): HttpResult {
  return { statusCode, headers, body: '' };
}
