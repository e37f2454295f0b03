/** Metrics that AWS publishes, each with the sets of dimensions that it is published under. */
type Published = Readonly<Record<string, readonly (readonly string[])[]>>;

const ofFunction = [['FunctionName']];
const ofQueue = [['QueueName']];
const ofTableOrIndex = [['TableName'], ['TableName', 'GlobalSecondaryIndexName']];
/** With detailed metrics on, a route's own as well. */
const ofApi = [['ApiId'], ['ApiId', 'Stage'], ['ApiId', 'Stage', 'Method', 'Resource']];

/** What alarms may watch of AWS's own, written down from its documentation in November 2026. */
export const awsMetrics: Readonly<Record<string, Published>> = {
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  'AWS/Lambda': {
    Errors: ofFunction,
    Throttles: ofFunction,
    Invocations: ofFunction,
    Duration: ofFunction,
    // Of the region, so of no function.
    ClaimedAccountConcurrency: [[]],
  },
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
  'AWS/SQS': {
    ApproximateAgeOfOldestMessage: ofQueue,
    ApproximateNumberOfMessagesNotVisible: ofQueue,
    ApproximateNumberOfMessagesVisible: ofQueue,
  },
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
  'AWS/ApiGateway': { '5xx': ofApi, IntegrationLatency: ofApi },
  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html
  'AWS/DynamoDB': { ReadThrottleEvents: ofTableOrIndex, WriteThrottleEvents: ofTableOrIndex },
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-monitoring.html: of another bus than the default one, both
  'AWS/Events': { FailedInvocations: [['EventBusName', 'RuleName']] },
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-pipes-monitoring.html
  'AWS/EventBridge/Pipes': { ExecutionFailed: [['PipeName']] },
};
