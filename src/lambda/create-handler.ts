import type { SQSEvent } from 'aws-lambda';
import { runSchedule } from '../operations/schedule/run-schedule.ts';
import type { Replacements } from './compose.ts';
import type { Operations } from './http-operation.ts';
import { serveBatch } from './serve-batch.ts';
import { serveChores } from './serve-chores.ts';
import { serveHttp } from './serve-http.ts';
import { type Environment, type GatewayHandler, isHttp, member, startGateway } from './start-gateway.ts';
import { webChatOperations } from './web-chat-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

const unknownInvocation = 'unknown invocation: neither an HTTP request, nor queue records, nor the schedule';

const operations: Operations = { ...webChatOperations, ...webhookOperations };

/**
 * The one handler: tells HTTP requests, queue records and the schedule apart, and hands them on.
 * @throws Error for an invocation of any other kind
 * @see spec "What the service does" 6, design 5.1
 */
export function createHandler(env: Environment, replace: Replacements = {}): GatewayHandler {
  return startGateway(env, replace, (gateway) => {
    const serveRequest = serveHttp(gateway, operations);
    const serveTasks = serveChores(gateway);
    const serveRecords = serveBatch(gateway);
    return async (event, context) => {
      // Something of each kind is of none: whoever made it up would choose by which of them it is judged.
      const isOne = [isHttp, isQueue, isSchedule].filter((isKind) => isKind(event)).length === 1;
      if (!isOne) throw new Error(unknownInvocation);
      if (isHttp(event)) return serveRequest(event, context);
      if (isQueue(event))
        return (isOf(event, env.CHORES_QUEUE_URL) ? serveTasks : serveRecords)(event, context);
      return context.calls.run(() => runSchedule(gateway));
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
