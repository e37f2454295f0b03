import { expect, it } from 'vitest';
import { fileTexts } from '../../src/widget/files/file-texts.ts';
import { languages, loadLanguage, pickTag } from '../../src/widget/pick-language.ts';

it.each([
  [['de'], 'de', 'ltr'],
  [['de-AT', 'en'], 'de-AT', 'ltr'],
  [['', 'xx', 'es-MX'], 'es-MX', 'ltr'],
  [['ar-EG'], 'ar-EG', 'rtl'],
  [['en_US', 'fr'], 'fr', 'ltr'],
  [[null, undefined, 'toString'], 'en', 'ltr'],
])('of %j it picks %s, %s', async (wanted, tag, direction) => {
  const language = await loadLanguage(pickTag(...wanted));
  expect([language.tag, language.direction]).toEqual([tag, direction]);
});

it('every language has every text, with the same placeholders', async () => {
  const english = (await loadLanguage('en')).texts;
  for (const tag of languages) {
    const { texts } = await loadLanguage(tag);
    for (const [name, text] of Object.entries(english)) {
      const said: string = texts[name as keyof typeof english];
      expect(said.trim(), `${tag} ${name}`).not.toBe('');
      expect(said.includes('{n}'), `${tag} ${name}`).toBe(text.includes('{n}'));
    }
  }
});

it('every language has the same texts about files', () => {
  expect(Object.keys(fileTexts).sort()).toEqual([...languages].sort());
  for (const [tag, texts] of Object.entries(fileTexts))
    for (const [name, text] of Object.entries(fileTexts.en)) {
      const said: string = texts[name as keyof typeof texts];
      expect(said.trim(), `${tag} ${name}`).not.toBe('');
      expect(said.includes('{n}'), `${tag} ${name}`).toBe(text.includes('{n}'));
    }
});

it('counts in the digits of the language', async () => {
  expect((await loadLanguage('ar-EG')).count('unread', 3)).toContain('٣');
  expect((await loadLanguage('en')).count('unread', 3)).toBe('Unread messages: 3');
});
