import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type DimensionName,
  type MetricDimensions,
  type MetricName,
  metricNamespace,
} from '../../src/contract/metrics.ts';
import type { Route } from '../../src/contract/routes.ts';
import type { Stage } from '../stage.ts';

export interface GatewayMetricOptions {
  readonly statistic?: string;
  readonly label?: string;
  readonly periodMinutes?: number;
}

/** One metric that the gateway's own code writes, for one combination of dimensions. @see src/lambda/metrics.ts */
export function gatewayMetric(
  stage: Stage,
  metricName: MetricName,
  dimensions: MetricDimensions,
  { statistic = 'Sum', label, periodMinutes = 5 }: GatewayMetricOptions = {},
): Metric {
  return new Metric({
    namespace: metricNamespace(stage.name),
    metricName,
    dimensionsMap: dimensions,
    statistic,
    period: Duration.minutes(periodMinutes),
    ...(label && { label }),
  });
}

/** All metrics of a name that are split by these dimensions, whatever their values: for graphs, not for alarms. */
export function gatewaySearch(
  stage: Stage,
  metricName: MetricName,
  by: readonly DimensionName[],
  { statistic = 'Sum', label = '' }: GatewayMetricOptions = {},
): MathExpression {
  const schema = [metricNamespace(stage.name), ...by].map((part) => `"${part}"`).join(',');
  return new MathExpression({
    expression: `SEARCH('{${schema}} MetricName="${metricName}"', '${statistic}', 300)`,
    usingMetrics: {},
    label,
  });
}

/** The sum over all values of the dimensions, as one line. */
export function gatewayTotal(
  stage: Stage,
  metricName: MetricName,
  by: readonly DimensionName[],
): MathExpression {
  const { expression } = gatewaySearch(stage, metricName, by);
  return new MathExpression({ expression: `SUM(${expression})`, usingMetrics: {}, label: metricName });
}

/**
 * The sum of one metric over channels: alarms take no SEARCH, so each channel is named.
 * @param id what the parts are called, apart from those of another sum in the same expression
 */
export function gatewaySum(
  stage: Stage,
  metricName: MetricName,
  split: readonly MetricDimensions[],
  id = 'm',
): MathExpression {
  const metrics = split.map((dimensions) => gatewayMetric(stage, metricName, dimensions));
  const usingMetrics = Object.fromEntries(metrics.map((metric, n) => [`${id}${n}`, metric]));
  return new MathExpression({
    expression: Object.keys(usingMetrics)
      .map((id) => `FILL(${id}, 0)`)
      .join(' + '),
    usingMetrics,
    label: metricName,
    period: Duration.minutes(5),
  });
}

/**
 * The dimensions of API Gateway's detailed metrics for one route.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html
 */
export const routeDimensions = (api: IHttpApi, { method, path }: Pick<Route, 'method' | 'path'>) => ({
  ApiId: api.apiId,
  Stage: '$default',
  Method: method,
  Resource: path,
});
