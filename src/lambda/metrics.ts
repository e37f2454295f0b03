import { MetricUnit, Metrics as PowertoolsMetrics } from '@aws-lambda-powertools/metrics';
import {
  dimensionNames,
  type MetricDimensions,
  type MetricName,
  metricNamespace,
  metricService,
  metricsByTenant,
} from '../contract/metrics.ts';
import type { Metrics } from '../ports/metrics.ts';

type Unit = (typeof MetricUnit)[keyof typeof MetricUnit];

/**
 * Metrics in CloudWatch's embedded metric format: one log line each, no call.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function createMetrics(stage: string): Metrics {
  const metrics = new PowertoolsMetrics({ namespace: metricNamespace(stage), serviceName: metricService });

  const write = (name: MetricName, dimensions: MetricDimensions, unit: Unit, value: number) => {
    const { tenantId, ...shared } = knownOf(dimensions);
    const single = metrics.singleMetric();
    single.addDimensions(shared);
    if (tenantId !== undefined) {
      if (metricsByTenant.includes(name)) single.addDimensions({ ...shared, tenantId });
      else single.addMetadata('tenantId', tenantId);
    }
    single.addMetric(name, unit, value);
  };
  return {
    count: (name, dimensions, value = 1) => write(name, dimensions, MetricUnit.Count, value),
    time: (name, dimensions, ms) => write(name, dimensions, MetricUnit.Milliseconds, Math.max(0, ms)),
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
