import { createServer, type IncomingMessage } from 'node:http';
import type { Endpoint } from './dynamodb.ts';
import { closeServer, listen } from './listen.ts';

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

/** Serves actions over the AWS JSON 1.1 protocol, which names them in `x-amz-target`. */
export async function startJsonEndpoint(actions: Readonly<Record<string, Action>>): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    };
    try {
      const name = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
      const action = actions[name];
      if (!action) throw new AwsError('UnknownOperationException', `${name} is not known here`);
      reply(200, await action(JSON.parse(await readText(request))));
    } catch (error) {
      const type = error instanceof AwsError ? error.type : 'InternalFailure';
      reply(error instanceof AwsError ? 400 : 500, {
        __type: type,
        message: error instanceof Error ? error.message : '',
      });
    }
  });
  const url = await listen(server, 0);
  return { url, stop: () => closeServer(server) };
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
