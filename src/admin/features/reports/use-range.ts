import { useState } from 'react';
import { useConsole } from '../../components/console-context.ts';
import { dayIn, presetRange, type Range } from '../../components/day-range.ts';

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
    learnZone: (told) => {
      zones.set(tenantId, told);
      if (told !== zone) setZone(told);
    },
  };
}
