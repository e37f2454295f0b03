/** An AWS list price in US dollars, and its source. */
interface Price {
  readonly usd: number;
  readonly per: number;
  readonly unit: string;
  /** A page that states the price; AWS's own, which computes it in the browser, where none was found. */
  readonly source: string;
  /** When that page was written, or `undated`; null: the number is from memory. */
  readonly seen: string | null;
}

const million = 1_000_000;

/**
 * List prices of us-east-1 without free tiers and steps. Looked up on 22 November 2026 in stored copies of public pages,
 * most not AWS's own: put in your own region's before you rely on them.
 */
export const prices = {
  apiRequest: {
    usd: 1,
    per: million,
    unit: 'requests',
    source:
      'https://docs.aws.amazon.com/whitepapers/latest/best-practices-api-gateway-private-apis-integration/cost-optimization.html',
    seen: 'undated',
  },
  invocation: {
    usd: 0.2,
    per: million,
    unit: 'invocations',
    source:
      'https://git.mcrn.ar/mariano/lambda_local_runner/src/branch/main/docs/lambdas-md/lambda-13-cost.md',
    seen: '2026-05-11',
  },
  gbSecond: {
    usd: 0.0000133334,
    per: 1,
    unit: 'GB-s (arm64)',
    source: 'https://cloudchipr.com/blog/aws-lambda-pricing',
    seen: '2024',
  },
  writeUnit: {
    usd: 0.625,
    per: million,
    unit: 'write units',
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
    seen: '2025-07-21',
  },
  readUnit: {
    usd: 0.125,
    per: million,
    unit: 'read units',
    source: 'https://airbyte.com/data-engineering-resources/dynamodb-pricing',
    seen: '2025-07-21',
  },
  event: {
    usd: 1,
    per: million,
    unit: 'events',
    source: 'https://cloudburn.io/blog/amazon-eventbridge-pricing',
    seen: '2026-03-13',
  },
  pipe: {
    usd: 0.4,
    per: million,
    unit: 'requests of the pipe',
    source: 'https://cloudburn.io/blog/amazon-eventbridge-pricing',
    seen: '2026-03-13',
  },
  fifoRequest: {
    usd: 0.5,
    per: million,
    unit: 'FIFO requests',
    source: 'https://cloudburn.io/blog/amazon-sqs-pricing',
    seen: '2026-03-14',
  },
  queueRequest: {
    usd: 0.4,
    per: million,
    unit: 'queue requests',
    source: 'https://cloudburn.io/blog/amazon-sqs-pricing',
    seen: '2026-03-14',
  },
  email: {
    usd: 0.1,
    per: 1_000,
    unit: 'emails',
    source: 'https://www.acecloudinterviews.com/tutorials/aws/ses/',
    seen: 'undated',
  },
  logGb: {
    usd: 0.5,
    per: 1,
    unit: 'GB of logs',
    source: 'https://www.factualminds.com/blog/amazon-cloudwatch-pricing-metrics-logs-alarms-dashboards/',
    seen: 'undated',
  },
  alarmMetric: {
    usd: 0.1,
    per: 1,
    unit: 'alarm metrics',
    source: 'https://c3x.dev/resources/aws/aws_cloudwatch_metric_alarm',
    seen: 'undated',
  },
  metric: {
    usd: 0.3,
    per: 1,
    unit: 'custom metrics',
    source: 'https://signoz.io/guides/cloudwatch-pricing',
    seen: '2026-02-15',
  },
  routeMetric: {
    usd: 0.3,
    per: 1,
    unit: "API Gateway's metrics of routes",
    source: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html',
    seen: 'undated',
  },
  secret: {
    usd: 0.4,
    per: 1,
    unit: 'secrets',
    source: 'https://hivebook.wiki/wiki/aws-secrets-manager-rotated-secrets-dynamic-db-credentials-kms',
    seen: 'undated',
  },
} as const satisfies Readonly<Record<string, Price>>;

export type Priced = keyof typeof prices;
