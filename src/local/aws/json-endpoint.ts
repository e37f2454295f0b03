import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { type Endpoint, readText, startEndpoint } from '../listen.ts';

/** One action of an AWS service: its JSON input to its output. @param gone aborted when the caller has gone away */
export type Action = (
  input: Readonly<Record<string, unknown>>,
  gone: AbortSignal,
) => Record<string, unknown> | Promise<Record<string, unknown>>;

/** An error as the AWS JSON protocol carries it. */
export class AwsError extends Error {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(type: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.type = type;
    this.headers = headers;
  }
}

const inputSchema = z.record(z.string(), z.unknown());

/** Serves actions over the AWS JSON protocol, which names them in `x-amz-target`. */
export async function startJsonEndpoint(
  actions: Readonly<Record<string, Action>>,
  version: '1.0' | '1.1' = '1.1',
): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: object, headers = {}) => {
      const type = { 'content-type': `application/x-amz-json-${version}` };
      response.writeHead(status, { ...type, ...headers }).end(JSON.stringify(body));
    };
    try {
      reply(200, await act(actions, request, whenGone(response)));
    } catch (error) {
      const { type, message, headers } = asAwsError(error);
      reply(type === 'InternalFailure' ? 500 : 400, { __type: type, message }, headers);
    }
  });
  return startEndpoint(server);
}

async function act(actions: Readonly<Record<string, Action>>, request: IncomingMessage, gone: AbortSignal) {
  const name = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action) throw new AwsError('UnknownOperationException', `${name} is not known here`);
  return action(inputSchema.parse(JSON.parse(await readText(request))), gone);
}

function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

function asAwsError(error: unknown): Pick<AwsError, 'type' | 'message' | 'headers'> {
  if (error instanceof AwsError) return error;
  const headers = {};
  if (error instanceof SyntaxError)
    return { type: 'SerializationException', message: error.message, headers };
  if (error instanceof z.core.$ZodError)
    return { type: 'ValidationException', message: error.message, headers };
  return { type: 'InternalFailure', message: String(error), headers };
}
