import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { Query } from '../../api/queries.ts';
import type { QueryOf } from '../../api/routes.ts';
import { useConsole } from '../../components/console-context.ts';
import { dayAfter, dayIn, presetRange, type Range } from '../../components/day-range.ts';
import { useSearch } from '../../components/navigation.ts';
import { figuresQuery } from './queries.ts';

/** The grouping and filters of figures. */
type FigureFilters = Omit<QueryOf<'/v1/admin/reports/figures'>, 'from' | 'to'>;

/** The reports' query from the URL: range and filters. */
export function questionOf(search: URLSearchParams, { from, to }: Range) {
  const given = (name: string) => search.get(name) || undefined;
  const flow = given('flow');
  // A version is one of a flow.
  return { from, to, flow, version: flow && given('version'), channel: given('channel') };
}

/** Figures of the range and the filters in the address, grouped. */
export function useFigures(more: FigureFilters): Query<FiguresAnswer> {
  const [search] = useSearch();
  const { today, learnZone } = useToday();
  const range = rangeOf(search, today);
  const query = useQuery(figuresQuery({ ...questionOf(search, range), ...more }));
  useLearnedZone(query.data?.body.zone, learnZone);
  return query;
}

/** The default range. */
export const usualRange = '7';

/** The time zone of each tenant, once a response contains it. */
const zones = new Map<string, string>();

/** The range that an address names: `?range=30`, or `?range=custom&from=2026-05-01&to=2026-05-07`. */
export function rangeOf(search: URLSearchParams, today: string): Range {
  const preset = search.get('range') ?? usualRange;
  const [from, to] = [search.get('from'), search.get('to')];
  if (preset === 'custom' && from && to) return from <= to ? { from, to } : { from: to, to: from };
  const range = presetRange(preset, today) ?? presetRange(usualRange, today);
  return range ?? { from: today, to: today };
}

/** Today in the tenant's time zone, once known, and the query for it. */
export function useToday(): { readonly today: string; readonly learnZone: (zone: string) => void } {
  const { tenantId } = useConsole();
  const [zone, setZone] = useState(zones.get(tenantId));
  return {
    today: dayIn(zone, Date.now()),
    learnZone: (answer) => {
      zones.set(tenantId, answer);
      if (answer !== zone) setZone(answer);
    },
  };
}

/** Has `useToday` follow the time zone that a response names. */
export function useLearnedZone(zone: string | undefined, learnZone: (zone: string) => void): void {
  useEffect(() => {
    if (zone !== undefined) learnZone(zone);
  });
}

/** The figures of the last days, regardless of the URL. */
export function useLastDays(days: number, more: FigureFilters): Query<FiguresAnswer> {
  const { today, learnZone } = useToday();
  const query = useQuery(figuresQuery({ from: dayAfter(today, 1 - days), to: today, ...more }));
  useLearnedZone(query.data?.body.zone, learnZone);
  return query;
}
