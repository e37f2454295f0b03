import type { Readable } from 'node:stream';
import type { HttpResponse } from '@smithy/types';
import type { Service } from './service.ts';
import { ServiceError } from './service-error.ts';
import { type Members, mayHaveBytes, withBytes } from './wire-values.ts';

/**
 * What a service has answered, whole.
 * @throws ServiceError for a refusal; SyntaxError for what isn't JSON: an answer that is cut off, or a proxy's
 */
export async function readAnswer(
  service: Service,
  { statusCode, headers, body }: HttpResponse,
): Promise<object> {
  const text = await textOf(body);
  const $metadata = { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] };
  const parsed = parse(text, $metadata);
  const members = service.hasBytes && mayHaveBytes(text) ? withBytes(parsed) : parsed;
  if (statusCode >= 300) throw errorOf(service, members, headers['x-amzn-errortype'], $metadata);
  return Object.assign(members, { $metadata });
}

function errorOf(
  { errors }: Service,
  { __type, code, message, Message, ...rest }: Members,
  typeHeader: string | undefined,
  $metadata: ServiceError['$metadata'],
): ServiceError {
  const name = nameIn(__type ?? code ?? typeHeader);
  const ErrorClass = errors[name] ?? ServiceError;
  const said = [message, Message].find((each) => typeof each === 'string') ?? 'UnknownError';
  return Object.assign(new ErrorClass(name, { message: said, $metadata }), rest);
}

function parse(text: string, $metadata: ServiceError['$metadata']): Members {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw Object.assign(error as SyntaxError, { $metadata });
  }
}

/** `ThrottlingException` of `com.amazonaws.dynamodb.v20120810#ThrottlingException:http://…`. */
function nameIn(type: unknown): string {
  const [first = ''] = String(type ?? 'Unknown').split(/[,:]/);
  return first.split('#').at(-1) ?? first;
}

function textOf(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    body.on('error', reject);
    // The last that a stream says, whatever it has said before: nothing waits for an answer that can't come. An error takes
    // as long to make as all else that is done here, and an answer that has ended needs none.
    body.on('close', () => {
      if (!body.readableEnded)
        reject(Object.assign(new Error('the answer was cut off'), { code: 'ECONNRESET' }));
    });
  });
}
