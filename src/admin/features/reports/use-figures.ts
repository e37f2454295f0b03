import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { Query } from '../../api/queries.ts';
import type { QueryOf } from '../../api/routes.ts';
import { useConsole } from '../../components/console-context.ts';
import { dayAfter, dayIn, presetRange, type Range } from '../../components/day-range.ts';
import { useSearch } from '../../components/navigation.ts';
import { figuresQuery } from './queries.ts';

/** The default range. */
export const usualRange = '7';

/** The range that an address names: `?range=30`, or `?range=custom&from=2026-05-01&to=2026-05-07`. */
export function rangeOf(search: URLSearchParams, today: string): Range {
  const preset = search.get('range') ?? usualRange;
  const [from, to] = [search.get('from'), search.get('to')];
  if (preset === 'custom' && from && to) return from <= to ? { from, to } : { from: to, to: from };
  const range = presetRange(preset, today) ?? presetRange(usualRange, today);
  return range ?? { from: today, to: today };
}

/** The time zone of each tenant, once a response contains it. */
const zones = createStore<Readonly<Record<string, string>>>(() => ({}));

/** The tenant's time zone, once it is known. */
export function useZone(): string | undefined {
  const { tenantId } = useConsole();
  return useStore(zones, (known) => known[tenantId]);
}

/** Today in the tenant's time zone, once that is known. */
export const useToday = (): string => dayIn(useZone(), Date.now());

/** Has `useToday` follow the time zone that a response names. */
export function useZoned<Body extends { readonly zone: string }>(query: Query<Body>): Query<Body> {
  const { tenantId } = useConsole();
  const zone = query.data?.body.zone;
  useEffect(() => {
    if (zone !== undefined) zones.setState({ [tenantId]: zone });
  }, [tenantId, zone]);
  return query;
}

/** Whether the address asks for a comparison with earlier days. */
export const isCompared = (search: URLSearchParams): boolean => search.get('compare') !== 'off';

/** What the address asks of a report: range and filters. */
export function useQuestion() {
  const [search] = useSearch();
  const { from, to } = rangeOf(search, useToday());
  const given = (name: string) => search.get(name) || undefined;
  const flow = given('flow');
  // A version is one of a flow.
  return { from, to, flow, version: flow && given('version'), channel: given('channel') };
}

/** The grouping and filters of figures. */
type FigureFilters = Omit<QueryOf<'/v1/admin/reports/figures'>, 'from' | 'to'>;

/** Figures of the range and the filters in the address, grouped. */
export function useFigures(more: FigureFilters): Query<FiguresAnswer> {
  return useZoned(useQuery(figuresQuery({ ...useQuestion(), ...more })));
}

/** The figures of the last days, regardless of the URL. */
export function useLastDays(days: number, more: FigureFilters): Query<FiguresAnswer> {
  const today = useToday();
  return useZoned(useQuery(figuresQuery({ from: dayAfter(today, 1 - days), to: today, ...more })));
}
