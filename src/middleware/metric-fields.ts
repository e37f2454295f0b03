import { dimensionNames, type MetricDimensions, type MetricName } from '../contract/metrics.ts';

/** One figure, for one combination of dimensions. */
export interface Figure {
  readonly namespace: string;
  readonly name: MetricName;
  readonly dimensions: MetricDimensions;
  readonly value: number;
}

/** Whether one line can hold a figure more: a dimension has one value a line, and a metric one place. */
export function fitsBeside(figures: readonly Figure[], figure: Figure): boolean {
  const own = knownOf(figure.dimensions);
  return figures.every(
    (other) =>
      other.name !== figure.name &&
      Object.entries(knownOf(other.dimensions)).every(
        ([name, value]) => own[name] === undefined || own[name] === value,
      ),
  );
}

/**
 * Figures as fields of a line in CloudWatch's embedded metric format, which makes metrics of a line that is logged anyway;
 * none without figures. The format asks for no unit, and each name says its own. Written by hand: a plain turn has three, and
 * the library takes a third of a millisecond for each.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function metricFields(figures: readonly Figure[]): Readonly<Record<string, unknown>> {
  if (figures.length === 0) return {};
  const sets = Map.groupBy(figures, ({ dimensions }) => Object.keys(splitBy(dimensions)).join());
  return {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [...sets].map(([set, of]) => ({
        Namespace: of[0]?.namespace,
        Dimensions: [set === '' ? [] : set.split(',')],
        Metrics: of.map(({ name }) => ({ Name: name })),
      })),
    },
    ...Object.assign({}, ...figures.map(({ dimensions }) => knownOf(dimensions))),
    ...Object.fromEntries(figures.map(({ name, value }) => [name, value])),
  };
}

/** An object may hold more than its type says, and a message's text must never become a dimension. */
function splitBy(dimensions: MetricDimensions): Record<string, string> {
  return Object.fromEntries(
    dimensionNames.flatMap((name) => {
      const value = dimensions[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The tenant is a field of the line, by which Logs Insights counts, and no dimension. */
function knownOf(dimensions: MetricDimensions): Record<string, string> {
  const { tenantId } = dimensions;
  return { ...splitBy(dimensions), ...(tenantId !== undefined && { tenantId }) };
}
