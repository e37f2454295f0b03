import type { PostProcessorModule } from 'i18next';

const accents = new Map(
  Object.entries({
    ...{
      a: 'á',
      c: 'ç',
      e: 'é',
      g: 'ĝ',
      i: 'í',
      k: 'ķ',
      l: 'ļ',
      n: 'ñ',
      o: 'ó',
      r: 'ŕ',
      s: 'š',
      t: 'ţ',
      u: 'ú',
    },
    ...{
      y: 'ý',
      z: 'ž',
      A: 'Å',
      C: 'Ç',
      D: 'Ð',
      E: 'É',
      I: 'Î',
      N: 'Ñ',
      O: 'Ö',
      S: 'Š',
      U: 'Û',
      Y: 'Ý',
      Z: 'Ž',
    },
  }),
);

/** Marks a text, and makes it a third longer, as translations are. */
export function toPseudo(text: string): string {
  if (text === '') return '';
  const written = [...text].map((char) => accents.get(char) ?? char).join('');
  const more = '·'.repeat(Math.ceil(text.length / 3)).replaceAll(/.{6}(?=.)/g, '$& ');
  return `⟦${written}${more}⟧`;
}

/** The locale en-XA: a test walks the console in it to find what is not translated, and what a longer text breaks. */
export const pseudoLocale: PostProcessorModule = {
  type: 'postProcessor',
  name: 'pseudo',
  process: (value, _key, _options, translator: { readonly language: string }) =>
    translator.language === 'en-XA' ? toPseudo(value) : value,
};
