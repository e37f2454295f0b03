import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toPseudo } from '../../src/admin/locales/pseudo-locale.ts';

const root = `${import.meta.dirname}/../../src/admin`;
const languages = ['en', 'de', 'fr', 'ar'] as const;
const namespaces = readdirSync(`${root}/locales/en`).map((file) => file.replace('.json', ''));
const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/** Every text of a language by `namespace:key`. */
function catalogOf(language: string): ReadonlyMap<string, string> {
  const texts = (value: unknown, path: string): [string, string][] =>
    typeof value === 'string'
      ? [[path, value]]
      : Object.entries(Object(value)).flatMap(([key, inner]) => texts(inner, `${path}.${key}`));
  return new Map(
    namespaces.flatMap((namespace) =>
      texts(JSON.parse(readFileSync(`${root}/locales/${language}/${namespace}.json`, 'utf8')), namespace).map(
        ([path, text]): [string, string] => [path.replace('.', ':'), text],
      ),
    ),
  );
}

const catalogs = Object.fromEntries(languages.map((language) => [language, catalogOf(language)]));
const english = catalogOf('en');
const base = (key: string) => key.replace(pluralSuffix, '');
const bases = (catalog: ReadonlyMap<string, string>) => [...new Set([...catalog.keys()].map(base))].sort();
const variablesOf = (text: string) => [...new Set(text.match(/\{\{\w+/g) ?? [])].sort();

it.each(languages)('%s has every key, in the plural forms of the language', (language) => {
  const catalog = catalogs[language] ?? new Map();
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  expect(bases(catalog)).toEqual(bases(english));
  const plurals = [...new Set([...english.keys()].filter((key) => pluralSuffix.test(key)).map(base))];
  const forms = plurals.flatMap((key) => wanted.map((form) => `${key}_${form}`));
  expect([...catalog.keys()].filter((key) => pluralSuffix.test(key)).sort()).toEqual(forms.sort());
});

it.each(['de', 'fr', 'ar'])('no sentence of %s is still English, and each has its variables', (language) => {
  const catalog = catalogs[language] ?? new Map<string, string>();
  const isSentence = (text: string) => text.replace(/\{\{.*?\}\}/g, '').match(/\p{L}{2,}/gu)?.length ?? 0;
  const left = [...english].filter(([key, text]) => isSentence(text) > 2 && catalog.get(key) === text);
  expect(left).toEqual([]);
  const lost = [...catalog].filter(([key, text]) => {
    const wanted = english.get(key) ?? english.get(`${base(key)}_other`) ?? '';
    // Only where a form is of one number may it be said without.
    const isFew = /_(zero|one|two)$/.test(key);
    const of = (some: string) => variablesOf(some).filter((name) => !isFew || name !== '{{count');
    return of(wanted).join() !== of(text).join();
  });
  expect(lost).toEqual([]);
});

it('every key is used; the compiler refuses one that does not exist', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const code = files.map((file) => readFileSync(`${root}/${file}`, 'utf8')).join('\n');
  // 'ns:a.b', `a.${x}.b`: what stands in quotes, a dynamic part standing for anything, at the beginning for one name.
  const quoted = [...code.matchAll(/'([\w:.-]+)'/g), ...code.matchAll(/(?=`([\w:.-]*\$\{[^`]*)`)/g)];
  const patterns = new Set(quoted.map(([, text = '']) => text.replace(/\$\{[^}]*\}+/g, '*')));
  const dynamic = [...patterns]
    .filter((pattern) => /^(?:[a-z]+:)?[\w.*-]+$/.test(pattern) && /\*.*\w|\w\.\*/.test(pattern))
    .map((pattern) => {
      const names = pattern.replace(/[.-]/g, '\\$&').replace(/^\*/, '[\\w-]+').replace(/\*/g, '[\\w. -]+');
      return new RegExp(`^${pattern.includes(':') ? '' : '[a-z]+:'}${names}$`);
    });
  const objects = [...code.matchAll(/'([\w.]+)', \{ returnObjects: true \}/g)].map(([, key = '']) => key);
  const isUsed = (text: string) => {
    const key = base(text).replace(/_named$/, '');
    const [, name = ''] = key.split(':');
    if (patterns.has(key) || patterns.has(name) || dynamic.some((pattern) => pattern.test(key))) return true;
    return objects.some((object) => name.startsWith(`${object}.`));
  };
  expect([...english.keys()].filter((key) => !isUsed(key))).toEqual([]);
});

it('the pseudo-locale marks every text, and keeps its variables', () => {
  for (const [key, text] of english) {
    expect([key, toPseudo(text)]).toEqual([key, expect.stringMatching(/^⟦.*⟧$/su)]);
    expect(toPseudo(text).length).toBeGreaterThan(text.length);
  }
  expect(toPseudo('')).toBe('');
});

it('every change in the audit log is a sentence', () => {
  const files = ['src/operations', 'src/lambda'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  );
  const code = files.filter((file) => file.endsWith('.ts')).map((file) => readFileSync(file, 'utf8'));
  const actions = [...code.join('\n').matchAll(/\baction: '([a-z-]+\.[a-z-]+)'/g)].map(
    ([, action]) => action,
  );
  expect(actions.length).toBeGreaterThan(20);
  expect(actions.filter((action) => !english.has(`settings:audit.actions.${action}`))).toEqual([]);
});
