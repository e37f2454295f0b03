import { expect, it } from 'vitest';
import {
  shownInZone,
  snoozePresets,
  timeInZone,
} from '../../../src/admin/features/inbox/triage/snooze-times.ts';

const at = (zone: string, now: string) =>
  Object.fromEntries(
    snoozePresets(zone, Date.parse(now)).map(([preset, atMs]) => [preset, new Date(atMs).toISOString()]),
  );

it('presets are on the clocks of the tenant, also over a change of the clocks', () => {
  // A Saturday; Berlin leaves summer time in the night.
  expect(at('Europe/Berlin', '2026-10-24T10:20:00Z')).toEqual({
    laterToday: '2026-10-24T14:00:00.000Z',
    tomorrow: '2026-10-25T08:00:00.000Z',
    nextMonday: '2026-10-26T08:00:00.000Z',
  });
  // It is Monday there already, and nothing of the day is left.
  expect(at('Pacific/Auckland', '2026-11-30T09:30:00Z')).toEqual({
    tomorrow: '2026-11-30T20:00:00.000Z',
    nextMonday: '2026-12-06T20:00:00.000Z',
  });
});

it('a time of a zone is shown there as it was entered', () => {
  for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin'])
    expect(shownInZone(zone, timeInZone(zone, '2026-03-29', '09:45')), zone).toBe('2026-03-29T09:45');
});
