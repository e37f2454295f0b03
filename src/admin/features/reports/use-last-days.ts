import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FiguresAnswer } from '../../../contract/admin/reports.ts';
import type { Query } from '../../api/queries.ts';
import { dayAfter } from '../../components/day-range.ts';
import { figuresQuery } from './queries.ts';
import type { FigureFilters } from './use-figures.ts';
import { useToday } from './use-range.ts';

/** The figures of the last days, regardless of the URL. */
export function useLastDays(days: number, more: FigureFilters): Query<FiguresAnswer> {
  const { today, learnZone } = useToday();
  const query = useQuery(figuresQuery({ from: dayAfter(today, 1 - days), to: today, ...more }));
  const zone = query.data?.body.zone;
  useEffect(() => {
    if (zone !== undefined) learnZone(zone);
  });
  return query;
}
