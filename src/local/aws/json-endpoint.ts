import { createServer } from 'node:http';
import * as z from 'zod/mini';
import { type Endpoint, startEndpoint } from '../listen.ts';
import { readText } from '../read-body.ts';

/** One action of an AWS service: its JSON input to its output. */
export type Action = (
  input: Readonly<Record<string, unknown>>,
) => Record<string, unknown> | Promise<Record<string, unknown>>;

/** An error as the AWS JSON protocol carries it. */
export class AwsError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const inputSchema = z.record(z.string(), z.unknown());

/** Serves actions over the AWS JSON 1.1 protocol, which names them in `x-amz-target`. */
export async function startJsonEndpoint(actions: Readonly<Record<string, Action>>): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    };
    try {
      const name = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw new AwsError('UnknownOperationException', `${name} is not known here`);
      reply(200, await action(inputSchema.parse(JSON.parse(await readText(request)))));
    } catch (error) {
      const { type, message } = asAwsError(error);
      reply(type === 'InternalFailure' ? 500 : 400, { __type: type, message });
    }
  });
  return startEndpoint(server);
}

function asAwsError(error: unknown): { readonly type: string; readonly message: string } {
  if (error instanceof AwsError) return error;
  if (error instanceof SyntaxError) return { type: 'SerializationException', message: error.message };
  if (error instanceof z.core.$ZodError) return { type: 'ValidationException', message: error.message };
  return { type: 'InternalFailure', message: String(error) };
}
