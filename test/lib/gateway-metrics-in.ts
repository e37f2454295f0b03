import type { Template } from 'aws-cdk-lib/assertions';
import { type Resource, resourcesOf } from './synthesize.ts';

/** A metric of the gateway's own that a dashboard or an alarm looks at: its name and its dimensions, sorted. */
export type WatchedMetric = `${string} ${string}`;

type Value = unknown;

/** Every metric in the gateway's namespaces that this template's dashboards and alarms name. */
export function gatewayMetricsIn(template: Template): readonly WatchedMetric[] {
  const dashboards = resourcesOf(template, 'AWS::CloudWatch::Dashboard').flatMap(({ properties }) =>
    fromDashboard(JSON.parse(joined(properties.DashboardBody))),
  );
  const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').flatMap(({ properties }) =>
    alarmMetricsOf(properties).flatMap(({ Namespace, MetricName, Dimensions = [] }) =>
      Namespace.startsWith('MessagingGateway/')
        ? [
            watched(
              MetricName,
              Dimensions.map(({ Name }) => Name),
            ),
          ]
        : [],
    ),
  );
  return [...new Set([...dashboards, ...alarms])].sort();
}

export interface AlarmMetric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string }[];
}

/** What one alarm looks at: a metric, or those of an expression. */
export function alarmMetricsOf(properties: Resource['properties']): readonly AlarmMetric[] {
  if (properties.MetricName) return [properties];
  return (properties.Metrics ?? []).flatMap(({ MetricStat }: { MetricStat?: { Metric: AlarmMetric } }) =>
    MetricStat ? [MetricStat.Metric] : [],
  );
}

/** @param dimensions names, in any order */
export function watched(name: string, dimensions: readonly string[]): WatchedMetric {
  return `${name} ${dimensions.toSorted().join(',')}`;
}

/** References stand as nothing: no metric of ours needs one. */
function joined(body: { readonly 'Fn::Join': readonly [string, readonly Value[]] }): string {
  return body['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : '')).join('');
}

function fromDashboard({
  widgets,
}: {
  readonly widgets: readonly { readonly properties: DashboardProperties }[];
}) {
  return widgets.flatMap(({ properties }) => (properties.metrics ?? []).flatMap(fromRow));
}

interface DashboardProperties {
  readonly metrics?: readonly (readonly Value[])[];
}

/** A row is `[namespace, name, dimension, value, …, options]`, or `[{ expression }]`. */
function fromRow(row: readonly Value[]): WatchedMetric[] {
  const [namespace, name, ...rest] = row;
  if (typeof namespace === 'string') {
    if (!namespace.startsWith('MessagingGateway/')) return [];
    const names = rest.filter((part, n): part is string => n % 2 === 0 && typeof part === 'string');
    return [watched(String(name), names)];
  }
  const { expression = '' } = namespace as { readonly expression?: string };
  const search = /SEARCH\('\{"MessagingGateway\/[^"]+",?([^}]*)\} MetricName="(\w+)"'/.exec(expression);
  return search ? [watched(search[2] ?? '', (search[1] ?? '').replaceAll('"', '').split(','))] : [];
}
