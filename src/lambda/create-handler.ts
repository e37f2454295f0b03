import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context, SQSEvent } from 'aws-lambda';
import { boundCalls } from '../aws/bound-calls.ts';
import { limits } from '../contract/limits.ts';
import { requestOf } from '../http/request.ts';
import type { Gateway } from '../operations/gateway.ts';
import { runSchedule } from '../operations/schedule/run-schedule.ts';
import { composeGateway, type Replacements } from './compose.ts';
import { inOneLine } from './one-line.ts';
import { Refusals } from './refusals.ts';
import { serveBatch } from './serve-batch.ts';
import { serveChores } from './serve-chores.ts';
import { serveHttp } from './serve-http.ts';

const unknownInvocation = 'unknown invocation: neither an HTTP request, nor queue records, nor the schedule';

export type GatewayHandler = (event: unknown, context: Context) => Promise<unknown>;

/**
 * The one handler: tells HTTP requests, queue records and the schedule apart, and hands them on.
 * @throws Error for an invocation of any other kind
 * @see spec "What the service does" 6, design 5.1
 */
export function createHandler(
  env: Readonly<Record<string, string | undefined>>,
  replace: Replacements = {},
): GatewayHandler {
  let composed: Gateway | undefined;
  const refusals = new Refusals();
  const start = () => {
    composed ??= composeGateway(env, replace);
    return composed;
  };
  try {
    start();
  } catch {
    // Each invocation starts it again, and reports what it fails with: an environment is not lost to one bad start.
  }

  const dispatch = async (event: unknown, context: Context) => {
    const gateway = start();
    // Something of each kind is of none: whoever made it up would choose by which of them it is judged.
    const isOne = [isHttp, isQueue, isSchedule].filter((isKind) => isKind(event)).length === 1;
    if (!isOne) throw new Error(unknownInvocation);
    if (isHttp(event))
      return inOneLine(() => serveHttp({ gateway, refusals }, requestOf(event), gateway.nowMs()));
    if (isQueue(event) && isOf(event, env.CHORES_QUEUE_URL))
      return serveChores(gateway, event, () => context.getRemainingTimeInMillis());
    if (isQueue(event)) return serveBatch(gateway, event, () => context.getRemainingTimeInMillis());
    return runSchedule(gateway);
  };
  const bounded = (event: unknown, context: Context) =>
    boundCalls(context.getRemainingTimeInMillis() - limits.lastWordsMs, () => dispatch(event, context));
  const handler = middy<unknown, unknown>().handler(bounded);
  return async (event, context) => handler(event, context);
}

/** Only API Gateway's payload 2.0 has `requestContext.http`. */
function isHttp(event: unknown): event is APIGatewayProxyEventV2 {
  return member(member(event, 'requestContext'), 'http') !== undefined;
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

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
