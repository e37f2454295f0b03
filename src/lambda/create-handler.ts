import type { SQSEvent } from 'aws-lambda';
import type { DeadlineContext } from '../middleware/deadline.ts';
import type { LambdaEntry } from '../middleware/lambda-entry.ts';
import type { Gateway } from '../operations/gateway.ts';
import type { Replacements } from './compose.ts';
import type { ServedStrategy } from './http-operation.ts';
import { serveHttp } from './serve-http.ts';
import { type Environment, type GatewayHandler, isHttp, member, startGateway } from './start-gateway.ts';

/** What an entry does that is called by queues and the schedule; web chat's own is not. */
export interface Background {
  readonly records: (gateway: Gateway) => LambdaEntry<SQSEvent, unknown>;
  readonly chores: (gateway: Gateway) => LambdaEntry<SQSEvent, unknown>;
  readonly schedule: (gateway: Gateway) => Promise<unknown>;
}

const unknownInvocation = 'unknown invocation: neither HTTP, queue nor schedule';

/**
 * The one handler: tells HTTP requests, queue records and the schedule apart, and hands them on.
 * @param strategies the channels that it serves; a route of any other is 404
 * @param background absent where only HTTP is served
 * @throws Error for an invocation of any other kind
 * @see spec "What the service does" 6, design 5.1
 */
export function createHandler(
  strategies: readonly ServedStrategy[],
  env: Environment,
  { background, ...replace }: Replacements & { readonly background?: Background } = {},
): GatewayHandler {
  return startGateway(env, replace, (gateway) => {
    const serveRequest = serveHttp(gateway, strategies);
    const serveChores = background?.chores(gateway);
    const serveRecords = background?.records(gateway);
    return async (event: unknown, context: DeadlineContext) => {
      // Something of each kind is of none: whoever made it up would choose by which of them it is judged.
      const isOne = [isHttp, isQueue, isSchedule].filter((isKind) => isKind(event)).length === 1;
      if (isOne && isHttp(event)) return serveRequest(event, context);
      if (isOne && isQueue(event) && serveChores && serveRecords)
        return (isOf(event, env.CHORES_QUEUE_URL) ? serveChores : serveRecords)(event, context);
      if (isOne && isSchedule(event) && background)
        return context.calls.run(() => background.schedule(gateway));
      throw new Error(unknownInvocation);
    };
  });
}

/** A batch is of one source: its first record tells. */
function isQueue(event: unknown): event is SQSEvent {
  const records = member(event, 'Records');
  return Array.isArray(records) && member(records[0], 'eventSource') === 'aws:sqs';
}

/** A queue's address and its ARN end with its name. */
function isOf(event: SQSEvent, queueUrl: string | undefined): boolean {
  return event.Records[0]?.eventSourceARN.split(':').at(-1) === queueUrl?.split('/').at(-1);
}

/** EventBridge Scheduler, or a rule of the default bus; our own events have our own source. */
function isSchedule(event: unknown): boolean {
  const source = member(event, 'source');
  return source === 'aws.scheduler' || source === 'aws.events';
}
