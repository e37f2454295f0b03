/** A list price of AWS in US dollars, and where it is said. */
interface Price {
  readonly usd: number;
  readonly per: number;
  readonly unit: string;
  readonly source: string;
}

const million = 1_000_000;

/**
 * List prices of us-east-1 without free tiers and steps, in November 2026. Those of HTTP APIs and of DynamoDB were found
 * published so; AWS's pages compute the others in the browser, so they are as remembered: put in your own region's.
 */
export const prices = {
  apiRequest: {
    usd: 1,
    per: million,
    unit: 'requests',
    source: 'https://aws.amazon.com/api-gateway/pricing/',
  },
  invocation: {
    usd: 0.2,
    per: million,
    unit: 'invocations',
    source: 'https://aws.amazon.com/lambda/pricing/',
  },
  gbSecond: {
    usd: 0.0000133334,
    per: 1,
    unit: 'GB-s (arm64)',
    source: 'https://aws.amazon.com/lambda/pricing/',
  },
  writeUnit: {
    usd: 0.625,
    per: million,
    unit: 'write units',
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  },
  readUnit: {
    usd: 0.125,
    per: million,
    unit: 'read units',
    source: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  },
  event: { usd: 1, per: million, unit: 'events', source: 'https://aws.amazon.com/eventbridge/pricing/' },
  pipe: {
    usd: 0.4,
    per: million,
    unit: 'requests of the pipe',
    source: 'https://aws.amazon.com/eventbridge/pricing/',
  },
  fifoRequest: {
    usd: 0.5,
    per: million,
    unit: 'FIFO requests',
    source: 'https://aws.amazon.com/sqs/pricing/',
  },
  queueRequest: {
    usd: 0.4,
    per: million,
    unit: 'queue requests',
    source: 'https://aws.amazon.com/sqs/pricing/',
  },
  logGb: { usd: 0.5, per: 1, unit: 'GB of logs', source: 'https://aws.amazon.com/cloudwatch/pricing/' },
  alarmMetric: {
    usd: 0.1,
    per: 1,
    unit: 'alarm metrics',
    source: 'https://aws.amazon.com/cloudwatch/pricing/',
  },
  metric: { usd: 0.3, per: 1, unit: 'custom metrics', source: 'https://aws.amazon.com/cloudwatch/pricing/' },
  secret: { usd: 0.4, per: 1, unit: 'secrets', source: 'https://aws.amazon.com/secrets-manager/pricing/' },
} as const satisfies Readonly<Record<string, Price>>;

export type Priced = keyof typeof prices;
