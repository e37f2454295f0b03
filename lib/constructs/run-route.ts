import { Duration } from 'aws-cdk-lib';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { runLimits } from '../../src/contract/run-limits.ts';
import { runPattern } from '../../src/contract/run-record.ts';
import { functions } from '../functions.ts';

export interface RunRouteProps {
  readonly bus: EventBus;
  readonly prefix: string;
}

/** The plain queue of what the bus tells of runs, one event of each turn, and of hours that are to be counted. @see handoff.md 6.1 */
export class RunRoute extends Construct {
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
