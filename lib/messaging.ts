import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, EventField, type EventPattern, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { DeduplicationScope, FifoThroughputLimit, type Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type FunctionName, functionTimeoutMs } from '../src/contract/function-settings.ts';
import { limits } from '../src/contract/limits.ts';
import { mailEventPattern } from '../src/contract/mail.ts';
import { arrivalPattern, publishedPattern } from '../src/contract/queue-records.ts';
import { ofMessage, runLimits, runPattern } from '../src/contract/runs.ts';
import { GatewayFunction, runEvery } from './constructs/gateway-function.ts';
import { OutboundRoute } from './constructs/outbound-route.ts';
import { mailSettingsName, type Resources } from './constructs/permissions.ts';
import { addQueuePair, type QueuePair } from './constructs/queue-pair.ts';
import type { DataStack } from './data.ts';
import type { Stage } from './stage.ts';
import type { WebStack } from './web.ts';

/** Files are not urgent: few at a time, so that they take no concurrency from urgent work. */
const fileConcurrency = 20;
/** Reports may be seconds late, and must not take what visitors wait for. */
const runConcurrency = 20;

export interface MessagingStackProps extends StackProps {
  readonly stage: Stage;
  readonly bundleRoot: string;
  readonly data: DataStack;
  readonly web: WebStack;
}

/** The bus, the queues, and what works behind them: worker, outbound connector, schedule. @see design 3, 5.3, 5.5 */
export class MessagingStack extends Stack {
  readonly resources: Resources;
  readonly functions: readonly GatewayFunction[];
  readonly queues: readonly Queue[];
  readonly deadLetterQueues: readonly Queue[];
  readonly outboundRoute: OutboundRoute;
  /** The schedule's heartbeat; an alarm watches for its absence. */
  readonly schedule: GatewayFunction;

  constructor(scope: Construct, id: string, { stage, bundleRoot, data, web, ...props }: MessagingStackProps) {
    super(scope, id, props);
    const bus = new EventBus(this, 'Bus', { eventBusName: `${stage.prefix}messaging-gateway` });
    const fifo = (id: string, consumer: 'worker' | 'continuation' | 'outbound') =>
      addFifoQueue(this, id, stage.prefix + id.toLowerCase(), functionTimeoutMs[consumer]);
    const turns = fifo('Turns', 'worker');
    const continuations = fifo('Continuations', 'continuation');
    const outbound = fifo('Outbound', 'outbound');
    const route = new OutboundRoute(this, 'OutboundRoute', {
      bus,
      target: outbound.queue,
      prefix: stage.prefix,
    });
    this.outboundRoute = route;
    const chores = addJobRoute(this, bus, stage.prefix);
    const runRoute = addRunRoute(this, bus, stage.prefix);
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
    const create = (name: FunctionName) =>
      new GatewayFunction(this, { ...common, name, adminOrigins: [web.admin.origin] });
    if (stage.mailFrom) addMailRoute(this, stage, runRoute);
    const worker = create('worker');
    const continuation = create('continuation');
    const connector = create('outbound');
    const schedule = create('schedule');
    const files = create('files');
    const runs = create('runs');
    const { concurrency } = stage;
    consumeQueue(worker, turns.queue, { maxConcurrency: concurrency.worker });
    consumeQueue(continuation, continuations.queue, {
      maxConcurrency: concurrency.continuation,
      batch: limits.continuationBatch,
    });
    consumeQueue(connector, outbound.queue, { maxConcurrency: concurrency.outbound });
    consumeQueue(schedule, chores.queue, { maxConcurrency: limits.scheduleTasks + limits.jobMarkers });
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
    // Files are deleted the day after their last day; an hour's delay is fine.
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
    const behind = [chores, fileStore, runRoute];
    const fifos = [turns, continuations, outbound];
    this.queues = [...fifos.map(queueOf), route.landing, ...behind.map(queueOf)];
    this.deadLetterQueues = [...fifos, route, ...behind].map(({ deadLetters }) => deadLetters);
  }
}

const queueOf = ({ queue }: QueuePair) => queue;

interface BusRouteProps {
  readonly bus: EventBus;
  readonly description: string;
  readonly pattern: Required<Pick<EventPattern, 'source' | 'detail'>>;
  readonly queue: Parameters<typeof addQueuePair>[1];
}

/** Hands events of the bus to a plain queue of their own. */
function addBusRoute(
  stack: Stack,
  id: string,
  { bus, description, pattern, queue }: BusRouteProps,
): QueuePair {
  const scope = new Construct(stack, id);
  const pair = addQueuePair(scope, queue);
  new Rule(scope, 'Rule', {
    eventBus: bus,
    description,
    eventPattern: { source: pattern.source, detail: pattern.detail },
    targets: [new SqsQueue(pair.queue, { deadLetterQueue: pair.deadLetters })],
  });
  return pair;
}

/**
 * The plain queue of what nobody waits for: the schedule's tasks, sent without delay, and the last event of each web chat
 * turn, which the bus brings back as proof that it is published.
 * @see design 5.2, 5.5, docs/decisions/settle-marks.md
 */
const addJobRoute = (stack: Stack, bus: EventBus, prefix: string) =>
  addBusRoute(stack, 'ChoreRoute', {
    bus,
    description: 'Web chat turns whose events are published are marked as settled',
    pattern: publishedPattern,
    queue: {
      queueName: `${prefix}chores`,
      deliveryDelay: Duration.seconds(limits.markDelayS),
      // After an outage, the tasks of the next minute catch up: older ones are useless.
      retentionPeriod: Duration.hours(1),
      visibilityTimeout: Duration.millis(6 * functionTimeoutMs.schedule),
      receives: limits.jobReceives,
    },
  });

/**
 * The queue for runs (one event per turn) and for hours to be counted. Erasures are remembered longer than this
 * queue and its dead letters keep messages, since redriven events come late.
 * @see handoff.md 6.1
 */
function addRunRoute(stack: Stack, bus: EventBus, prefix: string): QueuePair {
  const pair = addBusRoute(stack, 'RunRoute', {
    bus,
    description: 'The last event of each turn tells how its run stands',
    pattern: runPattern,
    queue: {
      queueName: `${prefix}runs`,
      visibilityTimeout: Duration.millis(6 * functionTimeoutMs.runs),
      receives: runLimits.runReceives,
    },
  });
  new Rule(stack, 'ArrivalRule', {
    eventBus: bus,
    description: 'Messages of chat apps are looked for in the log by the search index',
    eventPattern: {
      source: arrivalPattern.source,
      detailType: arrivalPattern['detail-type'],
      detail: arrivalPattern.detail,
    },
    targets: [
      new SqsQueue(pair.queue, {
        deadLetterQueue: pair.deadLetters,
        message: RuleTargetInput.fromObject({
          'detail-type': EventField.detailType,
          detail: Object.fromEntries(
            Object.keys(ofMessage).map((name) => [name, EventField.fromPath(`$.detail.${name}`)]),
          ),
        }),
      }),
    ],
  });
  return pair;
}

/**
 * SES's bounces and complaints, which come by the account's own bus to the queue of the function that sends emails.
 * @see https://docs.aws.amazon.com/ses/latest/dg/monitoring-eventbridge.html
 */
function addMailRoute(stack: Stack, stage: Stage, { queue, deadLetters }: QueuePair): void {
  const { mailFrom, ownsMailDomain } = stage;
  const scope = new Construct(stack, 'Mail');
  const configurationSetName = mailSettingsName(stage);
  const set = new ConfigurationSet(scope, 'Settings', {
    configurationSetName,
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  });
  const bus = EventBus.fromEventBusName(scope, 'AccountBus', 'default');
  set.addEventDestination('Events', {
    destination: EventDestination.eventBus(bus),
    events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
  });
  const { source, detail } = mailEventPattern;
  const tags = { 'ses:configuration-set': [configurationSetName] };
  new Rule(scope, 'Rule', {
    eventBus: bus,
    description: 'Addresses that bounce or whose owners complain get no more emails',
    eventPattern: { source, detail: { ...detail, mail: { tags } } },
    targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
  });
  if (!ownsMailDomain) return;
  const domain = mailFrom?.split('@')[1] ?? '';
  const identity = new EmailIdentity(scope, 'Domain', { identity: Identity.domain(domain) });
  for (const [n, { name, value }] of identity.dkimRecords.entries())
    new CfnOutput(stack, `MailDkim${n + 1}`, { value: `${name} CNAME ${value}` });
}

/** Adds a FIFO queue in high-throughput mode with its dead-letter queue. @see design 5.3, 7 */
function addFifoQueue(stack: Stack, id: string, queueName: string, consumerTimeoutMs: number): QueuePair {
  return addQueuePair(new Construct(stack, id), {
    queueName,
    fifo: true,
    fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
    deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
    // Six times the function's timeout, so that a throttled batch isn't received twice.
    visibilityTimeout: Duration.millis(6 * consumerTimeoutMs),
    receives: limits.queueReceives,
  });
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
