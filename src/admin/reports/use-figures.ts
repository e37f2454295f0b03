import { useEffect } from 'react';
import { type FiguresAnswer, figuresAnswer } from '../../contract/admin/reports.ts';
import { type Query, useQuery } from '../api/use-query.ts';
import { useSearch } from '../app/use-path.ts';
import { type Range, rangeOf, useToday } from './use-range.ts';

const filters = ['flow', 'version', 'channel'] as const;

/** What an address asks of the reports: its range, and what it filters by. */
export function questionOf(
  search: URLSearchParams,
  range: Range,
  more: Readonly<Record<string, string>> = {},
) {
  const query = new URLSearchParams({ from: range.from, to: range.to });
  for (const name of filters) {
    const value = search.get(name);
    // A version is one of a flow.
    if (value && (name !== 'version' || search.get('flow'))) query.set(name, value);
  }
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.toString();
}

/** Figures of the range and the filters in the address, grouped. */
export function useFigures(more: Readonly<Record<string, string>>): Query<FiguresAnswer> {
  const [search] = useSearch();
  const { today, learnZone } = useToday();
  const range = rangeOf(search, today);
  const query = useQuery(`/reports/figures?${questionOf(search, range, more)}`, figuresAnswer);
  const zone = query.answer?.body.zone;
  useEffect(() => {
    if (zone !== undefined) learnZone(zone);
  });
  return query;
}
