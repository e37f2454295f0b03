import type { AnswerInput, Choice } from '../../contract/vocabulary.ts';
import { inLanguage, type TextsByLanguage } from '../in-language.ts';

interface RatingTexts {
  /** The labels of the five faces. */
  readonly csat: readonly string[];
  /** The ends of the scale from 0 to 10. */
  readonly ends: readonly [string, string];
}

/** In all languages: they load together with the first scale. */
export const ratingTexts: TextsByLanguage<RatingTexts> = {
  ar: { csat: ['سيئ جدًا', 'سيئ', 'مقبول', 'جيد', 'جيد جدًا'], ends: ['غير محتمل', 'محتمل جدًا'] },
  de: {
    csat: ['Sehr schlecht', 'Schlecht', 'Okay', 'Gut', 'Sehr gut'],
    ends: ['Unwahrscheinlich', 'Sehr wahrscheinlich'],
  },
  en: { csat: ['Very bad', 'Bad', 'Okay', 'Good', 'Very good'], ends: ['Not likely', 'Very likely'] },
  es: { csat: ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'], ends: ['Nada probable', 'Muy probable'] },
  fr: {
    csat: ['Très mauvais', 'Mauvais', 'Moyen', 'Bon', 'Très bon'],
    ends: ['Peu probable', 'Très probable'],
  },
  it: {
    csat: ['Pessimo', 'Scarso', 'Discreto', 'Buono', 'Ottimo'],
    ends: ['Poco probabile', 'Molto probabile'],
  },
  ja: { csat: ['とても悪い', '悪い', '普通', '良い', 'とても良い'], ends: ['可能性が低い', '可能性が高い'] },
  nl: {
    csat: ['Zeer slecht', 'Slecht', 'Redelijk', 'Goed', 'Zeer goed'],
    ends: ['Onwaarschijnlijk', 'Zeer waarschijnlijk'],
  },
  pl: {
    csat: ['Bardzo źle', 'Źle', 'Średnio', 'Dobrze', 'Bardzo dobrze'],
    ends: ['Mało prawdopodobne', 'Bardzo prawdopodobne'],
  },
  pt: {
    csat: ['Muito ruim', 'Ruim', 'Regular', 'Bom', 'Muito bom'],
    ends: ['Pouco provável', 'Muito provável'],
  },
  tr: { csat: ['Çok kötü', 'Kötü', 'Orta', 'İyi', 'Çok iyi'], ends: ['Düşük ihtimal', 'Yüksek ihtimal'] },
  zh: { csat: ['非常差', '差', '一般', '好', '非常好'], ends: ['不太可能', '非常可能'] },
};

interface Question {
  readonly input?: AnswerInput | undefined;
  readonly choices?: readonly Choice[] | undefined;
}

/** Returns the answer to a question as the label of its face; other answers unchanged. */
export function ratingOf(text: string, asked: Question | undefined, tag: string): string {
  if (asked?.input !== 'csat') return text;
  const label = asked.choices?.find(({ value }) => value === text)?.label ?? text;
  return (/^\d$/.test(label) && inLanguage(ratingTexts, { tag }).csat[Number(text) - 1]) || label;
}
