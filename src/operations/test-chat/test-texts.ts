import catalogs from './test-texts.json' with { type: 'json' };

/** The test chat's own messages, in the visitor's language. */
type TestTexts = (typeof catalogs)['en'];

const texts: Readonly<Record<string, TestTexts>> = catalogs;

/** Returns the texts in a language like `de-AT`, else in English. */
export const testTexts = (language: string | undefined): TestTexts =>
  texts[language?.slice(0, 2).toLowerCase() ?? ''] ?? catalogs.en;
