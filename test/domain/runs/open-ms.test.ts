import { expect, it } from 'vitest';
import { openMs } from '../../../src/domain/runs/local-time.ts';

const week = {
  friday: ['09:00-12:00', '13:00-18:00', '17:00-18:00'],
  saturday: ['22:00-24:00'],
  sunday: ['00:00-04:00'],
  monday: ['09:00-18:00'],
};
const minuteMs = 60_000;
const open = (from: string, to: string, zone = 'Europe/Berlin') =>
  openMs(week, zone, Date.parse(from), Date.parse(to)) / minuteMs;

it.each([
  ['within an hour that is open', '2026-10-23T10:00:10+02:00', '2026-10-23T10:07:40+02:00', 7.5],
  ['over lunch', '2026-10-23T11:50:00+02:00', '2026-10-23T13:10:00+02:00', 20],
  ['in the evening, until Monday morning', '2026-10-23T17:55:00+02:00', '2026-10-26T09:10:00+01:00', 435],
  ['where ranges lie upon each other, once', '2026-10-23T16:30:00+02:00', '2026-10-23T18:30:00+02:00', 90],
  ['at a time of which nothing is open', '2026-10-22T09:00:00+02:00', '2026-10-22T18:00:00+02:00', 0],
  [
    'over the night in which an hour comes twice',
    '2026-10-24T23:30:00+02:00',
    '2026-10-25T04:30:00+01:00',
    330,
  ],
  ['not at all', '2026-10-23T10:00:00+02:00', '2026-10-23T10:00:00+02:00', 0],
])('a wait %s counts as far as it was open', (_, from, to, minutes) => {
  expect(open(from, to)).toBe(minutes);
});

it('the hour that spring leaves out was not open, and the hours are those of the zone', () => {
  expect(open('2026-03-29T00:00:00+01:00', '2026-03-29T04:00:00+02:00')).toBe(180);
  expect(open('2026-10-23T09:00:00+05:45', '2026-10-23T09:20:00+05:45', 'Asia/Kathmandu')).toBe(20);
});
