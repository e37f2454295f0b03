import { useState } from 'react';
import { useConsole } from '../../components/console-context.ts';

/** Days of the tenant's zone, both inclusive. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

const presets: Readonly<Record<string, number>> = { today: 1, '7': 7, '30': 30, '90': 90 };
/** What is shown when the address does not say. */
export const usualRange = '7';

/** The zone of each tenant, once an answer has told it. */
const zones = new Map<string, string>();

/** The day that it is in a zone: `2026-05-01`. */
export function dayIn(zone: string | undefined, atMs: number): string {
  // This locale writes days as ISO 8601 does.
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(atMs);
}

/** A day so many days later. */
export function dayAfter(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}

/** The range that an address names: `?range=30`, or `?range=custom&from=2026-05-01&to=2026-05-07`. */
export function rangeOf(search: URLSearchParams, today: string): Range {
  const preset = search.get('range') ?? usualRange;
  const [from, to] = [search.get('from'), search.get('to')];
  if (preset === 'custom' && from && to) return from <= to ? { from, to } : { from: to, to: from };
  const days = presets[preset] ?? presets[usualRange] ?? 1;
  return { from: dayAfter(today, 1 - days), to: today };
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
