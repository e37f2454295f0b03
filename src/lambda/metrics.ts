import { metricNamespace } from '../contract/metrics.ts';
import { ownLine } from '../middleware/log-line.ts';
import { type Figure, fitsBeside, metricFields } from '../middleware/metric-fields.ts';
import type { Metrics } from '../ports/metrics.ts';

/**
 * Metrics by the log, without a call: in the line of their request or record, else on a line of their own.
 * `POWERTOOLS_METRICS_DISABLED` silences them.
 */
export function createMetrics(stage: string): Metrics {
  const namespace = metricNamespace(stage);
  const write = (of: Omit<Figure, 'namespace'>) => {
    if (process.env.POWERTOOLS_METRICS_DISABLED === 'true') return;
    const figure = { namespace, ...of };
    const line = ownLine();
    if (line && fitsBeside(line.figures, figure)) {
      line.figures.push(figure);
      return;
    }
    // Not by the console: Lambda's writes a prefix before the line.
    process.stdout.write(`${JSON.stringify(metricFields([figure]))}\n`);
  };
  return {
    count: (name, dimensions, value = 1) => write({ name, dimensions, value }),
    time: (name, dimensions, ms) => write({ name, dimensions, value: Math.max(0, ms) }),
  };
}
