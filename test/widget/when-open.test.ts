import { describe, expect, it } from 'vitest';
import { languages, loadLanguage } from '../../src/widget/pick-language.ts';
import { sentenceOf } from '../../src/widget/team/hours-sentence.ts';
import { whenOpen } from '../../src/widget/team/when-open.ts';

const at = (iso: string) => Date.parse(iso);
const until = (hours: object, timeZone: string, iso: string) => {
  const standing = whenOpen(hours, timeZone, at(iso));
  return standing && [standing.isOpen, new Date(standing.untilMs).toISOString()];
};
const everyDay = (...ranges: string[]) =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      ranges,
    ]),
  );
const office = { monday: ['09:00-12:00', '13:00-18:00'], friday: ['09:00-16:00'] };

describe('opening hours', () => {
  // 2026-11-23 is a Monday.
  it.each([
    ['before they begin', office, 'UTC', '2026-11-23T08:59:59Z', [false, '2026-11-23T09:00:00.000Z']],
    ['at their very beginning', office, 'UTC', '2026-11-23T09:00:00Z', [true, '2026-11-23T12:00:00.000Z']],
    ['over lunch', office, 'UTC', '2026-11-23T12:00:00Z', [false, '2026-11-23T13:00:00.000Z']],
    ['on a day without any', office, 'UTC', '2026-11-24T12:00:30Z', [false, '2026-11-27T09:00:00.000Z']],
    ['over the end of the week', office, 'UTC', '2026-11-29T23:00:00Z', [false, '2026-11-30T09:00:00.000Z']],
    ['of a zone ahead', office, 'Asia/Tokyo', '2026-11-23T00:30:00Z', [true, '2026-11-23T03:00:00.000Z']],
    [
      'of a zone behind',
      office,
      'America/New_York',
      '2026-11-23T13:30:00Z',
      [false, '2026-11-23T14:00:00.000Z'],
    ],
    [
      'of a night, which is two ranges',
      everyDay('00:00-02:00', '22:00-24:00'),
      'UTC',
      '2026-11-29T23:00:00Z',
      [true, '2026-11-30T02:00:00.000Z'],
    ],
    [
      'when clocks are put forward until then',
      { monday: ['09:00-17:00'] },
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      [false, '2026-03-30T07:00:00.000Z'],
    ],
    [
      'when clocks are put back until then',
      { monday: ['09:00-17:00'] },
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      [false, '2026-10-26T08:00:00.000Z'],
    ],
    [
      'that end at a time which clocks skip',
      { sunday: ['00:00-02:30'] },
      'Europe/Berlin',
      '2026-03-28T23:30:00Z',
      [true, '2026-03-29T01:00:00.000Z'],
    ],
    [
      'that end when clocks skip the hour of midnight',
      everyDay('09:00-24:00'),
      'Africa/Cairo',
      '2027-04-29T20:00:00Z',
      [true, '2027-04-29T22:00:00.000Z'],
    ],
    [
      'only once a week, just missed',
      { monday: ['09:00-10:00'] },
      'UTC',
      '2026-11-23T10:00:00Z',
      [false, '2026-11-30T09:00:00.000Z'],
    ],
  ])('are known %s', (_when, hours, timeZone, now, expected) => {
    expect(until(hours, timeZone, now)).toEqual(expected);
  });

  it.each([
    ['none', {}],
    ['all of them', everyDay('00:00-24:00')],
    ['those that end before they begin', { monday: ['18:00-09:00'] }],
    ['what is no hours', { monday: 'always', tuesday: [null, 'x', '09:00'] }],
  ])('say nothing for %s', (_what, hours) => {
    expect(whenOpen(hours, 'UTC', at('2026-11-23T12:00:00Z'))).toBeNull();
  });

  it('are written in every language, in the visitor’s own time, with every placeholder filled', async () => {
    const now = new Date(2026, 10, 23, 12, 0).getTime();
    const hour = 60 * 60_000;
    for (const tag of languages) {
      const language = await loadLanguage(tag);
      const said = [
        { isOpen: true, untilMs: now + 6 * hour },
        { isOpen: true, untilMs: now + 40 * hour },
        { isOpen: false, untilMs: now + hour },
        { isOpen: false, untilMs: now + 21 * hour },
        { isOpen: false, untilMs: now + 69 * hour },
        { isOpen: false, untilMs: now + 7 * 24 * hour },
      ].map((standing) => sentenceOf(standing, language, now));
      expect(new Set(said).size).toBe(said.length);
      expect(said.join()).not.toMatch(/[{}]/);
      const isEnglish = said.some((sentence) => /^We’re /.test(sentence));
      expect(isEnglish).toBe(tag === 'en');
    }
    const english = await loadLanguage('en-GB');
    const back = (isOpen: boolean, hours: number) =>
      sentenceOf({ isOpen, untilMs: now + hours * hour }, english, now);
    expect([back(true, 6), back(true, 40), back(false, 1), back(false, 21), back(false, 69)]).toEqual([
      'Open until 18:00.',
      'We’re open.',
      'We’re back today at 13:00.',
      'We’re back tomorrow at 9:00.',
      'We’re back on Thursday at 9:00.',
    ]);
  });
});
