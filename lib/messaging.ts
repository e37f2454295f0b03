import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { limits } from '../src/contract/limits.ts';
import { publishedPattern } from '../src/contract/queue-records.ts';
import { runLimits, runPattern } from '../src/contract/runs.ts';
import { GatewayFunction, runEvery } from './constructs/gateway-function.ts';
import { OutboundRoute } from './constructs/outbound-route.ts';
import type { Resources } from './constructs/permissions.ts';
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

interface ChoreRouteProps {
  readonly bus: EventBus;
  readonly prefix: string;
}

/**
 * The plain queue of what nobody waits for: the schedule's tasks, sent without delay, and the last event of each web chat
 * turn, which the bus brings back as proof that it is published.
 * @see design 5.2, 5.5, docs/decisions/settle-marks.md
 */
class ChoreRoute extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { bus, prefix }: ChoreRouteProps) {
    super(scope, id);
    const common = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...common,
      queueName: `${prefix}chores-dead`,
      retentionPeriod: Duration.days(14),
    });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      queueName: `${prefix}chores`,
      deliveryDelay: Duration.seconds(limits.markDelayS),
      // An hour's outage is caught up by the tasks of the minute after it: older ones are of no use to anybody.
      retentionPeriod: Duration.hours(1),
      visibilityTimeout: Duration.millis(6 * functions.schedule.timeoutMs),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: limits.choreReceives },
    });
    new Rule(this, 'Rule', {
      eventBus: bus,
      description: 'Web chat turns whose events are published are marked as settled',
      eventPattern: { source: publishedPattern.source, detail: publishedPattern.detail },
      targets: [new SqsQueue(this.queue, { deadLetterQueue: this.deadLetters })],
    });
  }
}

interface RunRouteProps {
  readonly bus: EventBus;
  readonly prefix: string;
}

/** The plain queue of what the bus tells of runs, one event of each turn, and of hours that are to be counted. @see handoff.md 6.1 */
class RunRoute extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { bus, prefix }: RunRouteProps) {
    super(scope, id);
    // What erasure leaves is longer known than both together keep anything: redriven events come late.
    const common = {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...common, queueName: `${prefix}runs-dead` });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      queueName: `${prefix}runs`,
      visibilityTimeout: Duration.millis(6 * functions.runs.timeoutMs),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: runLimits.runReceives },
    });
    new Rule(this, 'Rule', {
      eventBus: bus,
      description: 'The last event of each turn tells how its run stands',
      eventPattern: { source: runPattern.source, detail: runPattern.detail },
      targets: [new SqsQueue(this.queue, { deadLetterQueue: this.deadLetters })],
    });
  }
}

interface FifoQueueProps {
  /** Without `.fifo`. */
  readonly name: string;
  /** Timeout of the function that consumes it. */
  readonly consumerTimeoutMs: number;
  /** After so many a message goes to the dead letters. */
  readonly receives: number;
}

/** A FIFO queue in high-throughput mode with its dead-letter queue. @see design 5.3, 7 */
class FifoQueue extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, { name, consumerTimeoutMs, receives }: FifoQueueProps) {
    super(scope, id);
    const common = {
      fifo: true,
      contentBasedDeduplication: false,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...common, queueName: `${name}-dead.fifo` });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      queueName: `${name}.fifo`,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      // Six times the function's timeout, so that a throttled batch isn't handed out twice.
      visibilityTimeout: Duration.millis(6 * consumerTimeoutMs),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: receives },
    });
  }
}

/** Hands batches of a queue to a function; records that failed come back alone. @see design 5.3 */
function consumeQueue(
  consumer: GatewayFunction,
  queue: Queue,
  {
    maxConcurrency,
    batch = limits.queueBatch,
    windowS,
  }: {
    readonly maxConcurrency: number | undefined;
    readonly batch?: number;
    /** So long a batch waits to be full. */
    readonly windowS?: number;
  },
): void {
  const mapping = consumer.function.addEventSourceMapping('Queue', {
    eventSourceArn: queue.queueArn,
    batchSize: batch,
    ...(windowS !== undefined && { maxBatchingWindow: Duration.seconds(windowS) }),
    reportBatchItemFailures: true,
    ...(maxConcurrency && { maxConcurrency }),
  });
  // Lambda tries the queue as soon as the mapping is made.
  mapping.node.addDependency(consumer.role);
}
