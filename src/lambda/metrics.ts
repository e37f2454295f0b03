import { MetricUnit, Metrics as PowertoolsMetrics } from '@aws-lambda-powertools/metrics';
import type { Metrics } from '../ports/metrics.ts';

/** Counters in CloudWatch's embedded metric format: one log line each, no call. */
export function createMetrics(): Metrics {
  const metrics = new PowertoolsMetrics({ namespace: 'MessagingGateway', serviceName: 'messaging-gateway' });
  return {
    count(name, dimensions, value = 1) {
      const single = metrics.singleMetric();
      for (const [dimension, text] of Object.entries(dimensions)) single.addDimension(dimension, text);
      single.addMetric(name, MetricUnit.Count, value);
    },
  };
}
