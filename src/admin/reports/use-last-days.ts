import { useEffect } from 'react';
import { type FiguresAnswer, figuresAnswer } from '../../contract/admin/reports.ts';
import { type Query, useQuery } from '../api/use-query.ts';
import type { FigureFilters } from './use-figures.ts';
import { dayAfter, useToday } from './use-range.ts';

/** Figures of so many days until today, whatever the address says. */
export function useLastDays(days: number, more: FigureFilters): Query<FiguresAnswer> {
  const { today, learnZone } = useToday();
  const query = useQuery('/v1/admin/reports/figures', figuresAnswer, {
    query: { from: dayAfter(today, 1 - days), to: today, ...more },
  });
  const zone = query.answer?.body.zone;
  useEffect(() => {
    if (zone !== undefined) learnZone(zone);
  });
  return query;
}
