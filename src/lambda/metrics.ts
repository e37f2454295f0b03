import type { Metrics } from '../ports/metrics.ts';
import { emptyDocument, type Figure } from './metric-document.ts';
import { ownLine } from './one-line.ts';

/**
 * Metrics by the log, without a call: in the line of their request or record, else on a line of their own.
 * `POWERTOOLS_METRICS_DISABLED` silences them.
 */
export function createMetrics(stage: string): Metrics {
  const write = (figure: Figure) => {
    if (process.env.POWERTOOLS_METRICS_DISABLED === 'true') return;
    const line = ownLine();
    const together = line?.metrics.with(stage, figure);
    if (line && together) {
      line.metrics = together;
      return;
    }
    // Not by the console: Lambda's writes a prefix before the line.
    process.stdout.write(`${JSON.stringify(emptyDocument.with(stage, figure)?.fields())}\n`);
  };
  return {
    count: (name, dimensions, value = 1) => write({ name, dimensions, unit: 'Count', value }),
    time: (name, dimensions, ms) => write({ name, dimensions, unit: 'Milliseconds', value: Math.max(0, ms) }),
  };
}
