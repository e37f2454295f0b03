import { Duration } from 'aws-cdk-lib';
import { type EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { outboundPattern } from '../../src/contract/function-settings.ts';
import { limits } from '../../src/contract/limits.ts';
import { allow } from './permissions.ts';
import { addQueuePair } from './queue-pair.ts';

export interface OutboundRouteProps {
  readonly bus: EventBus;
  /** The FIFO queue that the outbound connector consumes. */
  readonly target: Queue;
  readonly prefix: string;
}

/**
 * Routes `Channel.OutboundRequested` of the asynchronous channels from the bus to the connector's FIFO queue, one
 * message group per conversation. A rule has only one fixed group for a FIFO target, which would send one message
 * at a time for all tenants; a pipe takes the group from the message. So: rule, standard queue, pipe, FIFO queue.
 * @see design 3, 5.3
 */
export class OutboundRoute extends Construct {
  readonly bus: EventBus;
  readonly deadLetters: Queue;
  readonly landing: Queue;
  readonly rule: Rule;
  readonly pipe: CfnPipe;

  constructor(scope: Construct, id: string, { bus, target, prefix }: OutboundRouteProps) {
    super(scope, id);
    this.bus = bus;
    const { queue: landing, deadLetters } = addQueuePair(
      this,
      {
        queueName: `${prefix}outbound-events`,
        visibilityTimeout: Duration.minutes(1),
        receives: limits.pipeReceives,
      },
      'Landing',
    );
    this.landing = landing;
    this.deadLetters = deadLetters;
    this.rule = new Rule(this, 'Rule', {
      eventBus: bus,
      description: 'Replies of asynchronous channels go to the outbound connector',
      eventPattern: {
        source: outboundPattern.source,
        detailType: outboundPattern['detail-type'],
        detail: outboundPattern.detail,
      },
      targets: [new SqsQueue(this.landing, { deadLetterQueue: this.deadLetters })],
    });
    this.pipe = this.createPipe(target);
  }

  private createPipe(target: Queue): CfnPipe {
    const role = new Role(this, 'PipeRole', { assumedBy: new ServicePrincipal('pipes.amazonaws.com') });
    role.addToPolicy(
      allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [this.landing.queueArn]),
    );
    role.addToPolicy(allow(['sqs:SendMessage'], [target.queueArn]));
    const pipe = new CfnPipe(this, 'Pipe', {
      roleArn: role.roleArn,
      source: this.landing.queueArn,
      sourceParameters: { sqsQueueParameters: { batchSize: limits.queueBatch } },
      target: target.queueArn,
      targetParameters: {
        // The event as the bus had it, not the queue's record around it.
        inputTemplate: '<$.body>',
        sqsQueueParameters: {
          messageGroupId: '$.body.detail.conversationId',
          messageDeduplicationId: '$.body.detail.eventId',
        },
      },
    });
    // A pipe checks its role when it is made.
    pipe.node.addDependency(role);
    return pipe;
  }
}
