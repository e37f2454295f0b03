import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { Query } from '../../api/queries.ts';
import type { QueryOf } from '../../api/routes.ts';
import type { Range } from '../../components/day-range.ts';
import { useSearch } from '../../components/navigation.ts';
import { figuresQuery } from './queries.ts';
import { rangeOf, useToday } from './use-range.ts';

/** The grouping and filters of figures. */
export type FigureFilters = Omit<QueryOf<'/v1/admin/reports/figures'>, 'from' | 'to'>;

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
  const zone = query.data?.body.zone;
  useEffect(() => {
    if (zone !== undefined) learnZone(zone);
  });
  return query;
}
