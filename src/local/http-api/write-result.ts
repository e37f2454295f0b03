import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

/** A function's result of payload format 2.0. */
interface Result {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** What a Lambda may answer. */
const resultLimitBytes = 6 * 1024 * 1024;

/** Writes what a function answered; anything but a result of payload format 2.0 is its failure. */
export function writeResult(response: ServerResponse, result: unknown): void {
  if (!isResult(result) || JSON.stringify(result).length > resultLimitBytes) {
    writeError(response, 500, 'Internal Server Error');
    return;
  }
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8');
  response.writeHead(result.statusCode, {
    'apigw-requestid': randomUUID(),
    ...result.headers,
    ...(result.cookies && { 'set-cookie': [...result.cookies] }),
    'content-length': body.length,
  });
  response.end(body);
}

/** Writes an error of API Gateway's own; an answer that has begun is cut off. */
export function writeError(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.headersSent) return void response.destroy();
  response
    .writeHead(status, { 'apigw-requestid': randomUUID(), ...headers, 'content-type': 'application/json' })
    .end(JSON.stringify({ message }));
}

function isResult(result: unknown): result is Result {
  return (
    typeof result === 'object' &&
    result !== null &&
    'statusCode' in result &&
    typeof result.statusCode === 'number'
  );
}
