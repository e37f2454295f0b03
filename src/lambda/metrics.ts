import {
  dimensionNames,
  type MetricDimensions,
  type MetricName,
  metricNamespace,
  metricService,
} from '../contract/metrics.ts';
import type { Metrics } from '../ports/metrics.ts';

/**
 * Metrics in CloudWatch's embedded metric format: one log line each, no call. Written by hand, since a plain turn writes
 * four of them and the library takes a third of a millisecond for each. `POWERTOOLS_METRICS_DISABLED` silences them.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function createMetrics(stage: string): Metrics {
  const Namespace = metricNamespace(stage);

  const write = (Name: MetricName, dimensions: MetricDimensions, Unit: string, value: number) => {
    if (process.env.POWERTOOLS_METRICS_DISABLED === 'true') return;
    const shared = knownOf(dimensions);
    const metric = {
      _aws: {
        Timestamp: Date.now(),
        CloudWatchMetrics: [
          { Namespace, Dimensions: [['service', ...Object.keys(shared)]], Metrics: [{ Name, Unit }] },
        ],
      },
      service: metricService,
      ...shared,
      ...(dimensions.tenantId !== undefined && { tenantId: dimensions.tenantId }),
      [Name]: value,
    };
    // Not by the console: Lambda's writes a prefix before the line.
    process.stdout.write(`${JSON.stringify(metric)}\n`);
  };
  return {
    count: (name, dimensions, value = 1) => write(name, dimensions, 'Count', value),
    time: (name, dimensions, ms) => write(name, dimensions, 'Milliseconds', Math.max(0, ms)),
  };
}

/** An object may hold more than its type says, and a message's text must never become a dimension. */
function knownOf(dimensions: MetricDimensions): Record<string, string> {
  return Object.fromEntries(
    dimensionNames.flatMap((name) => {
      const value = dimensions[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
