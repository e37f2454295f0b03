import { Arn, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type CfnBucket, HttpMethods, type IBucket, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { NagSuppressions } from 'cdk-nag';
import { Construct } from 'constructs';
import { filesBucketName, incomingPrefix } from '../../src/contract/files.ts';
import { functionTimeoutMs } from '../../src/contract/function-settings.ts';
import { limits } from '../../src/contract/limits.ts';
import type { Stage } from '../stage.ts';
import { addQueuePair } from './queue-pair.ts';
import { privateBucket } from './static-files.ts';

/**
 * The private bucket of visitors' files, and the queue of its upload notifications.
 * @see design 14, docs/decisions/files.md
 */
export class FileStore extends Construct {
  readonly bucket: IBucket;
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const { queue, deadLetters } = addQueuePair(this, {
      queueName: `${stage.prefix}files`,
      visibilityTimeout: Duration.millis(6 * functionTimeoutMs.files),
      receives: limits.fileReceives,
    });
    this.queue = queue;
    this.deadLetters = deadLetters;
    const { account, region } = Stack.of(this);
    // Named, so that the queue can say which bucket may write to it before the bucket is there.
    const bucketName = filesBucketName(stage.prefix, account, region);
    const mayTell = new PolicyStatement({
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [this.queue.queueArn],
      conditions: {
        ArnEquals: {
          'aws:SourceArn': Arn.format(
            { service: 's3', region: '', account: '', resource: bucketName },
            Stack.of(this),
          ),
        },
        StringEquals: { 'aws:SourceAccount': account },
      },
    });
    const told = this.queue.addToResourcePolicy(mayTell);
    this.bucket = this.createBucket(bucketName, stage);
    if (told.policyDependable) this.bucket.node.addDependency(told.policyDependable);
    // CDK's own construct would add a Lambda function to the account for these five lines.
    (this.bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      queueConfigurations: [
        {
          event: 's3:ObjectCreated:*',
          queue: this.queue.queueArn,
          filter: { s3Key: { rules: [{ name: 'prefix', value: incomingPrefix }] } },
        },
      ],
    };
  }

  private createBucket(bucketName: string, stage: Stage): IBucket {
    const bucket = privateBucket(this, 'Bucket', stage, {
      bucketName,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      minimumTLSVersion: 1.2,
      // Not versioned: what is erased must be gone.
      lifecycleRules: [
        {
          id: 'what-was-not-taken',
          prefix: incomingPrefix,
          expiration: Duration.days(1),
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
      ],
      cors: [
        {
          // Tenants' sites come and go without a deployment: what lets a page send a file is the signed form, which only
          // allowed origins are given, and no cookie or other credential of the browser's plays a part.
          allowedOrigins: ['*'],
          allowedMethods: [HttpMethods.POST, HttpMethods.GET, HttpMethods.HEAD],
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag'],
          maxAge: 3000,
        },
      ],
    });
    NagSuppressions.addResourceSuppressions(bucket, [
      {
        id: 'AwsSolutions-S1',
        reason:
          "Access logs would hold the signed addresses that people read files by; who was given one is in the functions' logs.",
      },
    ]);
    return bucket;
  }
}
