import { describe, expect, it } from 'vitest';
import { inLanguage, type TextsByLanguage } from '../../src/widget/in-language.ts';
import { menuTexts } from '../../src/widget/menu/menu-texts.ts';
import { english, languages } from '../../src/widget/pick-language.ts';
import { ratingTexts } from '../../src/widget/rating/rating-texts.ts';
import { hoursTexts } from '../../src/widget/team/hours-texts.ts';
import { replyTimeSentence } from '../../src/widget/team/reply-time.ts';
import { teamTexts } from '../../src/widget/team/team-texts.ts';

const others = languages.filter((language) => language !== 'en');
const spoken = (tag: string) => ({ ...english, tag });

describe.each<[string, TextsByLanguage<object>]>([
  ['menu', menuTexts],
  ['rating', ratingTexts],
  ['team', teamTexts],
  ['hours', hoursTexts],
])('the texts of the %s', (_name, texts) => {
  it.each(others)('are complete in %s, in natural words', (language) => {
    const [own, en] = [inLanguage(texts, spoken(language)), texts.en];
    expect(Object.keys(own)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(own)) expect(text).not.toEqual(Reflect.get(en, key));
  });
});

describe('a usual reply time', () => {
  it.each([
    [20, 'Usually replies in under a minute.', 'Usual wait: under a minute'],
    [61, 'Usually replies in 2 minutes.', 'Usual wait: 2 minutes'],
    [290, 'Usually replies in 5 minutes.', 'Usual wait: 5 minutes'],
    [17 * 60, 'Usually replies in 20 minutes.', 'Usual wait: 20 minutes'],
    [58 * 60, 'Usually replies in 1 hour.', 'Usual wait: 1 hour'],
    [3 * 3600 + 5, 'Usually replies in 4 hours.', 'Usual wait: 4 hours'],
    [30 * 3600, 'Usually replies in 2 days.', 'Usual wait: 2 days'],
  ])('of %i seconds is rounded as a person would', (seconds, replies, wait) => {
    expect(replyTimeSentence(seconds, 'replies', english)).toBe(replies);
    expect(replyTimeSentence(seconds, 'wait', english)).toBe(wait);
  });

  it('has the words and digits of the language', () => {
    expect(replyTimeSentence(290, 'replies', spoken('de'))).toBe('Antwortet meist innerhalb von 5 Minuten.');
    expect(replyTimeSentence(290, 'wait', spoken('fr'))).toBe('Attente habituelle : 5 minutes');
    expect(replyTimeSentence(3600, 'replies', spoken('ja'))).toBe('通常 1 時間以内に返信します。');
    expect(replyTimeSentence(290, 'wait', spoken('pl'))).toBe('Zwykły czas oczekiwania: 5 minut');
  });
});
