import { expect, it } from 'vitest';
import { pickLanguage } from '../../src/widget/pick-language.ts';

it.each([
  [['de'], 'de', 'ltr'],
  [['de-AT', 'en'], 'de-AT', 'ltr'],
  [['', 'xx', 'es-MX'], 'es-MX', 'ltr'],
  [['ar-EG'], 'ar-EG', 'rtl'],
  [['en_US', 'fr'], 'fr', 'ltr'],
  [[null, undefined, 'toString'], 'en', 'ltr'],
])('of %j it picks %s, %s', (wanted, tag, direction) => {
  const language = pickLanguage(...wanted);
  expect([language.tag, language.direction]).toEqual([tag, direction]);
});

it('every language says everything, with the same numbers', () => {
  const english = pickLanguage('en').texts;
  for (const tag of ['ar', 'de', 'es', 'fr']) {
    const { texts } = pickLanguage(tag);
    for (const [name, text] of Object.entries(english)) {
      const said: string = texts[name as keyof typeof english];
      expect(said.trim(), `${tag} ${name}`).not.toBe('');
      expect(said.includes('{n}'), `${tag} ${name}`).toBe(text.includes('{n}'));
    }
  }
});

it('counts in the digits of the language', () => {
  expect(pickLanguage('ar-EG').count('unread', 3)).toContain('٣');
  expect(pickLanguage('en').count('unread', 3)).toBe('Unread messages: 3');
});
