import type { CounterName, MetricDimensions, TimerName } from '../contract/metrics.ts';

/** Counters and durations; never throws. */
export interface Metrics {
  count(name: CounterName, dimensions: MetricDimensions, value?: number): void;
  time(name: TimerName, dimensions: MetricDimensions, ms: number): void;
}
