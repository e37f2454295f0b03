import { Duration } from 'aws-cdk-lib';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { publishedPattern } from '../../src/contract/chores.ts';
import { limits } from '../../src/contract/limits.ts';
import { functions } from '../functions.ts';

export interface ChoreRouteProps {
  readonly bus: EventBus;
  readonly prefix: string;
}

/**
 * The plain queue of what nobody waits for: the schedule's tasks, sent without delay, and the last event of each web chat
 * turn, which the bus brings back as proof that it is published.
 * @see design 5.2, 5.5, docs/decisions/settle-marks.md
 */
export class ChoreRoute extends Construct {
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
