import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** An HTTP request without its transport. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Uint8Array;
  /** The address that API Gateway saw, never one from a header. */
  readonly sourceIp: string;
}

/**
 * Reads an event of payload format 2.0; the body may be base64.
 * @see design 7
 */
export function requestOf(event: APIGatewayProxyEventV2): HttpRequest {
  const { http } = event.requestContext;
  return {
    method: http.method,
    path: event.rawPath,
    headers: lowerCased(event.headers ?? {}),
    query: event.queryStringParameters ?? {},
    rawBody: Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'),
    sourceIp: http.sourceIp,
  };
}

function lowerCased(headers: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
