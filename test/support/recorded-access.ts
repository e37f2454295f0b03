import { AsyncLocalStorage } from 'node:async_hooks';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { bodyOf } from './watched-calls.ts';

type Handle = NodeHttpHandler['handle'];

/** What the functions asked of AWS, as permissions: `dynamodb:GetItem conversations`. */
export interface RecordedAccess {
  readonly requestHandler: Pick<NodeHttpHandler, 'handle' | 'destroy'>;
  /** A handler for each function that a context names, as each runs in a process of its own; their calls are told apart. */
  perFunction(create: (functionName: string) => GatewayHandler): GatewayHandler;
  of(functionName: string): readonly string[];
  /** Adds a call that was seen elsewhere. */
  note(functionName: string, permission: string): void;
  /** Calls of this permission fail until further notice. */
  refuse: string | null;
}

/** Watches the calls of SDK clients, per function. */
export function recordAccess(tablePrefix: () => string): RecordedAccess {
  const inner = new NodeHttpHandler();
  const running = new AsyncLocalStorage<string>();
  const seen = new Map<string, Set<string>>();
  const note = (name: string, permission: string) =>
    void seen.set(name, new Set([...(seen.get(name) ?? []), permission]));
  const recorded: RecordedAccess = {
    refuse: null,
    perFunction(create) {
      const handlers = new Map<string, GatewayHandler>();
      return (event, context) => {
        const { functionName } = context;
        // Its start is part of what a function does.
        return running.run(functionName, () => {
          const handler = handlers.get(functionName) ?? create(functionName);
          handlers.set(functionName, handler);
          return handler(event, context);
        });
      };
    },
    of: (name) => [...(seen.get(name) ?? [])].sort(),
    note,
    requestHandler: {
      destroy: () => inner.destroy(),
      async handle(request, options) {
        const permissions = permissionsOf(request, tablePrefix());
        const name = running.getStore() ?? 'nobody';
        for (const permission of permissions) note(name, permission);
        if (permissions.some((permission) => permission === recorded.refuse)) throw new Error('refused');
        return inner.handle(request, options);
      },
    },
  };
  return recorded;
}

/** By method, and what stands in path, query and body. */
function ofS3({ method, path, query, headers, body }: Parameters<Handle>[0]): string[] {
  const on = (action: string, key: string) => `s3:${action} files/${key.split('/')[0]}/*`;
  const key = decodeURIComponent(path).split('/').slice(2).join('/');
  if ('list-type' in (query ?? {})) return ['s3:ListBucket files'];
  const deleted = [...String(body ?? '').matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, each = '']) => each);
  if (method === 'POST') return [...new Set(deleted.map((each) => on('DeleteObject', each)))];
  const source = headers['x-amz-copy-source'];
  const read = source === undefined ? [] : [on('GetObject', source.split('/').slice(1).join('/'))];
  return method === 'PUT' ? [...read, on('PutObject', key)] : [on('GetObject', key)];
}

function permissionsOf(request: Parameters<Handle>[0], tablePrefix: string): string[] {
  const { headers } = request;
  if (headers['x-amz-target'] === undefined) return ofS3(request);
  const [service = '', action = ''] = String(headers['x-amz-target']).split('.');
  const input = JSON.parse(bodyOf(request));
  if (service === 'AmazonSQS') {
    // SQS has no permissions of their own for batches.
    return [`sqs:${action.replace(/Batch$/, '')} ${String(input.QueueUrl).split('/').at(-1)}`];
  }
  if (service.startsWith('AWSCognito')) return [`cognito-idp:${action} users`];
  if (service === 'AWSEvents') return [`events:${action} bus`];
  if (service === 'secretsmanager') {
    const [, owner] = String(input.SecretId ?? input.Name).split('/');
    return [`secretsmanager:${action} ${owner}`];
  }
  const tables: string[] = input.TableName ? [input.TableName] : Object.keys(input.RequestItems);
  const index = input.IndexName ? `/${input.IndexName}` : '';
  return tables.map((table) => `dynamodb:${action} ${table.slice(tablePrefix.length)}${index}`);
}
