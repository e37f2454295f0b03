import { createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { closeServer, listen } from '../../src/local/listen.ts';
import { type Units, unitCounter } from './dynamodb-units.ts';
import {
  failedAnswer,
  failInPart,
  type JsonAnswer,
  type ProxiedService,
  proxiedServices,
  throttledAnswer,
} from './fault-answers.ts';
import { bareDynamodb } from './local-clients.ts';

/** One call to AWS that is about to be made. */
export interface ProxiedCall {
  readonly service: ProxiedService;
  readonly operation: string;
  /** The access key that it is signed with, which tells apart whom a test gave keys of their own. */
  readonly caller: string;
  /** From 0, over all services, since the last `reset`. */
  readonly index: number;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A call that was made. */
export interface CountedCall extends ProxiedCall, Units {
  readonly fault: Fault | undefined;
}

/**
 * What becomes of a call: refused before it has an effect (throttled, failed, its connection reset), never answered,
 * done and yet answered with an error, a reset or nothing; or done in part, where `fails` tells which parts of a batch
 * are not (events, items, messages; from 0).
 */
export type Fault =
  | 'throttled'
  | 'failed'
  | 'reset'
  | 'hanging'
  | 'done-but-failed'
  | 'done-but-reset'
  | 'done-but-hanging'
  | { readonly fails: (n: number) => boolean };

type Environment = Readonly<Record<string, string | undefined>>;

export interface FaultProxy {
  /** Decides for each call; undefined lets it pass. It may do something first: end an environment, move a clock. */
  decide: (call: ProxiedCall) => Fault | undefined | Promise<Fault | undefined>;
  readonly calls: readonly CountedCall[];
  /** A function's environment variables whose endpoints and queues lead through the proxy to those given. */
  inFrontOf(env: Environment): Record<string, string | undefined>;
  reset(): void;
  stop(): Promise<void>;
}

/** A call as it came. */
interface Came extends ProxiedCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly target: string;
}

const services = Object.keys(proxiedServices) as ProxiedService[];

/**
 * Stands before the AWS services that environments call, over HTTP, so that whoever calls needn't know.
 * @param countUnits counts DynamoDB's units, indexes included; it looks at each item before and after
 */
export async function startFaultProxy({ countUnits = false } = {}): Promise<FaultProxy> {
  const targets = new Map<ProxiedService, string>();
  const calls: CountedCall[] = [];
  let index = 0;
  let counter: ReturnType<typeof unitCounter> | undefined;
  const proxy: FaultProxy = {
    decide: () => undefined,
    calls,
    reset() {
      calls.length = 0;
      index = 0;
    },
    inFrontOf(env) {
      if (countUnits) counter = unitCounter(bareDynamodb(env));
      const changed: Record<string, string | undefined> = { ...env };
      for (const [service, variable] of Object.entries(proxiedServices) as [ProxiedService, string][]) {
        const target = new URL(env[variable] ?? '').origin;
        targets.set(service, target);
        // The SDK calls a queue at the address that its URL has.
        for (const [name, value] of Object.entries(env))
          if (value?.startsWith(target)) changed[name] = value.replace(target, urls[service]);
      }
      return changed;
    },
    async stop() {
      await Promise.all(servers.map(closeServer));
    },
  };

  async function answer(call: Came, response: ServerResponse): Promise<void> {
    const fault = await proxy.decide(call);
    let units: Units = { write: 0, read: 0 };
    const pass = async (input: Came['input'] = call.input): Promise<JsonAnswer> => {
      if (call.service !== 'dynamodb' || !counter) return send(call, input);
      let sent: JsonAnswer | undefined;
      units = await counter.count(call.operation, { ...input }, async () => {
        sent = await send(call, { ...input, ReturnConsumedCapacity: 'INDEXES' });
        return { status: sent.status, output: JSON.parse(sent.body) };
      });
      return sent ?? failedAnswer(call.service);
    };
    const answered = await outcome(call, fault, pass);
    const { service, operation, caller, input } = call;
    calls.push({ service, operation, caller, index: call.index, input, fault, ...units });
    if (answered === 'reset') response.destroy();
    else if (answered !== 'hanging') response.writeHead(answered.status, answered.headers).end(answered.body);
  }

  const servers = services.map((service) =>
    createServer((came, response) => {
      const work = async () => {
        const body = await text(came);
        const target = targets.get(service) ?? '';
        const real = body.replaceAll(urls[service], target);
        const { method = 'POST', url: path = '/', headers } = came;
        const operation = String(headers['x-amz-target']).split('.').at(-1) ?? '';
        const caller = /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
        const call = { service, operation, caller, index: index++, input: JSON.parse(real) };
        await answer({ ...call, method, path, headers, target }, response);
      };
      work().catch(() => response.destroy());
    }),
  );
  const started = await Promise.all(servers.map((server) => listen(server, 0, 'programs')));
  const urls = Object.fromEntries(services.map((service, n) => [service, started[n]])) as Record<
    ProxiedService,
    string
  >;
  return proxy;
}

async function outcome(
  { service, operation, input }: ProxiedCall,
  fault: Fault | undefined,
  pass: (input?: ProxiedCall['input']) => Promise<JsonAnswer>,
): Promise<JsonAnswer | 'reset' | 'hanging'> {
  if (typeof fault === 'object') {
    const part = failInPart(operation, { ...input }, fault.fails);
    const { body, ...rest } = part.input ? await pass(part.input) : { status: 200, headers: {}, body: '{}' };
    return { ...rest, body: JSON.stringify(part.answer(JSON.parse(body))) };
  }
  switch (fault) {
    case 'throttled':
      return throttledAnswer(service);
    case 'failed':
      return failedAnswer(service);
    case 'reset':
    case 'hanging':
      return fault;
    case 'done-but-failed':
      await pass();
      return failedAnswer(service);
    case 'done-but-reset':
      await pass();
      return 'reset';
    case 'done-but-hanging':
      await pass();
      return 'hanging';
    default:
      return pass();
  }
}

/** Hands a call on, and its answer back without the headers that speak of its bytes. */
function send({ target, path, method, headers }: Came, input: ProxiedCall['input']): Promise<JsonAnswer> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify(input);
    const own = { ...headers, host: new URL(target).host, 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(target + path, { method, headers: own }, async (response) => {
      const { 'content-type': type = 'application/x-amz-json-1.0', 'x-amzn-query-error': query } =
        response.headers;
      resolve({
        status: response.statusCode ?? 500,
        headers: { 'content-type': type, ...(query && { 'x-amzn-query-error': String(query) }) },
        body: (await buffer(response)).toString(),
      });
    });
    sent.on('error', reject).end(body);
  });
}
