import type { APIGatewayProxyEventV2, SQSEvent } from 'aws-lambda';
import type { LambdaEntry } from '../middleware/lambda-entry.ts';
import { bounded } from '../middleware/lambda-entry.ts';
import type { Gateway, VisitorGateway } from '../operations/gateway.ts';
import { type ServedStrategy, serveHttp } from './serve-http.ts';

/** The entries of queues and the schedule, which web chat's own bundle lacks. */
export interface Background<G = Gateway> {
  readonly records: (gateway: G) => LambdaEntry<SQSEvent, unknown>;
  readonly jobs: (gateway: G) => LambdaEntry<SQSEvent, unknown>;
  readonly schedule: (gateway: G) => Promise<unknown>;
}

/** The parts of an entry. */
interface Composition<G> {
  /** Called once for each process. */
  readonly compose: () => G;
  /** Absent where only HTTP is served. */
  readonly background?: Background<G>;
}

const unknownInvocation = 'unknown invocation: neither HTTP, queue nor schedule';

/**
 * Creates the handler, which dispatches HTTP requests, queue records and the schedule. Calls to AWS end before the
 * invocation does.
 * @param strategies the channels that it serves; a route of any other is 404
 * @throws Error for an invocation of any other kind
 * @see spec "What the service does" 6, design 5.1
 */
export function createHandler<G extends VisitorGateway>(
  strategies: readonly ServedStrategy<G>[],
  env: Environment,
  { compose, background }: Composition<G>,
): GatewayHandler {
  const start = () => {
    const gateway = compose();
    return {
      request: serveHttp(gateway, strategies),
      jobs: background?.jobs(gateway),
      records: background?.records(gateway),
      schedule: background && (() => background.schedule(gateway)),
    };
  };
  let serve: ReturnType<typeof start> | undefined;
  try {
    serve = start();
  } catch {
    // Each invocation starts it again, and reports what it fails with: an environment is not lost to one bad start.
  }
  return bounded(async (event, context) => {
    serve ??= start();
    const kind = kindOf(event);
    if (kind === 'http') return serve.request(event as APIGatewayProxyEventV2, context);
    if (kind === 'queue' && serve.jobs && serve.records) {
      const batch = event as SQSEvent;
      return (isOf(batch, env.CHORES_QUEUE_URL) ? serve.jobs : serve.records)(batch, context);
    }
    if (kind === 'schedule' && serve.schedule) return serve.schedule();
    throw new Error(unknownInvocation);
  });
}

/** A queue's address and its ARN end with its name. */
function isOf(event: SQSEvent, queueUrl: string | undefined): boolean {
  return event.Records[0]?.eventSourceARN.split(':').at(-1) === queueUrl?.split('/').at(-1);
}

/** The properties that tell the kinds of events apart. */
interface Invocation {
  /** Only API Gateway's payload 2.0 has `http` in it. */
  readonly requestContext?: { readonly http?: unknown } | null;
  /** A batch has one source, which its first record shows. */
  readonly Records?: unknown;
  /** EventBridge Scheduler, or a rule of the default bus; our own events have our own source. */
  readonly source?: unknown;
}

/** Null for events of no kind or of several: their sender could choose which checks apply. */
function kindOf(event: unknown): 'http' | 'queue' | 'schedule' | null {
  if (typeof event !== 'object' || event === null) return null;
  const { requestContext, Records: records, source }: Invocation = event;
  const isHttp = requestContext?.http !== undefined;
  const isQueue = Array.isArray(records) && records[0]?.eventSource === 'aws:sqs';
  const isSchedule = source === 'aws.scheduler' || source === 'aws.events';
  if (Number(isHttp) + Number(isQueue) + Number(isSchedule) !== 1) return null;
  if (isHttp) return 'http';
  return isQueue ? 'queue' : 'schedule';
}

export type GatewayHandler = LambdaEntry<unknown, unknown>;
type Environment = Readonly<Record<string, string | undefined>>;
