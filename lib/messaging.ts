import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { limits } from '../src/contract/limits.ts';
import { runLimits } from '../src/contract/run-limits.ts';
import { ChoreRoute } from './constructs/chore-route.ts';
import { consumeQueue } from './constructs/consume-queue.ts';
import { FifoQueue } from './constructs/fifo-queue.ts';
import { GatewayFunction } from './constructs/gateway-function.ts';
import { OutboundRoute } from './constructs/outbound-route.ts';
import type { Resources } from './constructs/permissions.ts';
import { runEvery } from './constructs/run-every.ts';
import { RunRoute } from './constructs/run-route.ts';
import type { DataStack } from './data.ts';
import { functions } from './functions.ts';
import type { Stage } from './stage.ts';

/** Files are nobody's wait: few at a time, so that they take no concurrency from what is. */
const fileConcurrency = 20;
/** Reports may be seconds late, and must not take what visitors wait for. */
const runConcurrency = 20;

export interface MessagingStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundleRoot: string;
  readonly data: DataStack;
}

/** The bus, the queues, and what works behind them: worker, outbound connector, schedule. @see design 3, 5.3, 5.5 */
export class MessagingStack extends Stack {
  readonly resources: Resources;
  readonly functions: readonly GatewayFunction[];
  readonly queues: readonly Queue[];
  readonly deadLetterQueues: readonly Queue[];
  readonly outboundRoute: OutboundRoute;
  /** What every minute sees to what was left; its silence is an alarm. */
  readonly schedule: GatewayFunction;

  constructor(scope: Construct, id: string, { stage, bundleRoot, data, ...props }: MessagingStackProps) {
    super(scope, id, props);
    const bus = new EventBus(this, 'Bus', { eventBusName: `${stage.prefix}messaging-gateway` });
    const turns = new FifoQueue(this, 'Turns', {
      name: `${stage.prefix}turns`,
      consumerTimeoutMs: functions.worker.timeoutMs,
      receives: limits.queueReceives,
    });
    const continuations = new FifoQueue(this, 'Continuations', {
      name: `${stage.prefix}continuations`,
      consumerTimeoutMs: functions.continuation.timeoutMs,
      receives: limits.queueReceives,
    });
    const outbound = new FifoQueue(this, 'Outbound', {
      name: `${stage.prefix}outbound`,
      consumerTimeoutMs: functions.outbound.timeoutMs,
      receives: limits.queueReceives,
    });
    const route = new OutboundRoute(this, 'OutboundRoute', {
      bus,
      target: outbound.queue,
      prefix: stage.prefix,
    });
    this.outboundRoute = route;
    const chores = new ChoreRoute(this, 'ChoreRoute', { bus, prefix: stage.prefix });
    const runRoute = new RunRoute(this, 'RunRoute', { bus, prefix: stage.prefix });
    const { tables, idSecret, verifyTokens, files: fileStore } = data;
    this.resources = {
      stage,
      tables,
      idSecret,
      verifyTokens,
      bus,
      turns: turns.queue,
      continuations: continuations.queue,
      outbound: outbound.queue,
      chores: chores.queue,
      files: fileStore.queue,
      runs: runRoute.queue,
      fileStore,
    };
    const common = { stage, bundleRoot, resources: this.resources };
    const worker = new GatewayFunction(this, { ...common, name: 'worker' });
    const continuation = new GatewayFunction(this, { ...common, name: 'continuation' });
    const connector = new GatewayFunction(this, { ...common, name: 'outbound' });
    const schedule = new GatewayFunction(this, { ...common, name: 'schedule' });
    const files = new GatewayFunction(this, { ...common, name: 'files' });
    const runs = new GatewayFunction(this, { ...common, name: 'runs' });
    const { concurrency } = stage;
    consumeQueue(worker, turns.queue, { maxConcurrency: concurrency.worker });
    consumeQueue(continuation, continuations.queue, {
      maxConcurrency: concurrency.continuation,
      batch: limits.continuationBatch,
    });
    consumeQueue(connector, outbound.queue, { maxConcurrency: concurrency.outbound });
    consumeQueue(schedule, chores.queue, { maxConcurrency: limits.scheduleTasks + limits.choreMarkers });
    consumeQueue(files, fileStore.queue, { maxConcurrency: fileConcurrency, batch: limits.fileBatch });
    consumeQueue(runs, runRoute.queue, {
      maxConcurrency: runConcurrency,
      windowS: runLimits.runBatchWindowS,
    });
    runEvery(schedule, {
      id: 'EveryMinute',
      description: 'Settles pending effects and closes idle conversations',
      every: Duration.minutes(1),
    });
    // Files go on the day after their last; an hour is soon enough for that.
    runEvery(files, {
      id: 'EveryHour',
      description: "Deletes people's files whose time is over",
      every: Duration.hours(1),
    });
    runEvery(runs, {
      id: 'EveryFiveMinutes',
      description: 'Hands out the hours whose runs are to be counted',
      every: Duration.minutes(5),
    });
    this.schedule = schedule;
    this.functions = [worker, continuation, connector, schedule, files, runs];
    this.queues = [
      turns.queue,
      continuations.queue,
      outbound.queue,
      route.landing,
      chores.queue,
      fileStore.queue,
      runRoute.queue,
    ];
    this.deadLetterQueues = [
      turns.deadLetters,
      continuations.deadLetters,
      outbound.deadLetters,
      route.deadLetters,
      chores.deadLetters,
      fileStore.deadLetters,
      runRoute.deadLetters,
    ];
  }
}
