import type { TextsByLanguage } from '../in-language.ts';

interface TeamTexts {
  /** The label of the initials in the header. */
  readonly team: string;
  /** `{time}` is a length of time: 5 minutes. */
  readonly replies: string;
  readonly repliesAtOnce: string;
  /** While the visitor waits; `{time}` as above. */
  readonly wait: string;
  readonly waitAtMost: string;
}

/** In all languages: they load together with what shows them. */
export const teamTexts: TextsByLanguage<TeamTexts> = {
  ar: {
    team: 'فريقنا',
    replies: 'نرد عادةً خلال {time}.',
    repliesAtOnce: 'نرد عادةً خلال دقيقة.',
    wait: 'وقت الانتظار المعتاد: {time}',
    waitAtMost: 'وقت الانتظار المعتاد: أقل من دقيقة',
  },
  de: {
    team: 'Unser Team',
    replies: 'Antwortet meist innerhalb von {time}.',
    repliesAtOnce: 'Antwortet meist innerhalb einer Minute.',
    wait: 'Übliche Wartezeit: {time}',
    waitAtMost: 'Übliche Wartezeit: unter einer Minute',
  },
  en: {
    team: 'Our team',
    replies: 'Usually replies in {time}.',
    repliesAtOnce: 'Usually replies in under a minute.',
    wait: 'Usual wait: {time}',
    waitAtMost: 'Usual wait: under a minute',
  },
  es: {
    team: 'Nuestro equipo',
    replies: 'Suele responder en {time}.',
    repliesAtOnce: 'Suele responder en menos de un minuto.',
    wait: 'Espera habitual: {time}',
    waitAtMost: 'Espera habitual: menos de un minuto',
  },
  fr: {
    team: 'Notre équipe',
    replies: 'Répond généralement en {time}.',
    repliesAtOnce: 'Répond généralement en moins d’une minute.',
    wait: 'Attente habituelle : {time}',
    waitAtMost: 'Attente habituelle : moins d’une minute',
  },
  it: {
    team: 'Il nostro team',
    replies: 'Di solito risponde in {time}.',
    repliesAtOnce: 'Di solito risponde in meno di un minuto.',
    wait: 'Attesa abituale: {time}',
    waitAtMost: 'Attesa abituale: meno di un minuto',
  },
  ja: {
    team: '担当スタッフ',
    replies: '通常 {time}以内に返信します。',
    repliesAtOnce: '通常 1 分以内に返信します。',
    wait: '通常の待ち時間: {time}',
    waitAtMost: '通常の待ち時間: 1 分未満',
  },
  nl: {
    team: 'Ons team',
    replies: 'Reageert meestal binnen {time}.',
    repliesAtOnce: 'Reageert meestal binnen een minuut.',
    wait: 'Gebruikelijke wachttijd: {time}',
    waitAtMost: 'Gebruikelijke wachttijd: minder dan een minuut',
  },
  pl: {
    team: 'Nasz zespół',
    replies: 'Zwykły czas odpowiedzi: {time}.',
    repliesAtOnce: 'Zwykle odpowiada w niecałą minutę.',
    wait: 'Zwykły czas oczekiwania: {time}',
    waitAtMost: 'Zwykły czas oczekiwania: poniżej minuty',
  },
  pt: {
    team: 'Nossa equipe',
    replies: 'Costuma responder em {time}.',
    repliesAtOnce: 'Costuma responder em menos de um minuto.',
    wait: 'Espera habitual: {time}',
    waitAtMost: 'Espera habitual: menos de um minuto',
  },
  tr: {
    team: 'Ekibimiz',
    replies: 'Genellikle {time} içinde yanıt verir.',
    repliesAtOnce: 'Genellikle bir dakika içinde yanıt verir.',
    wait: 'Olağan bekleme süresi: {time}',
    waitAtMost: 'Olağan bekleme süresi: bir dakikadan az',
  },
  zh: {
    team: '我们的团队',
    replies: '通常在{time}内回复。',
    repliesAtOnce: '通常在一分钟内回复。',
    wait: '通常等待时间：{time}',
    waitAtMost: '通常等待时间：不到一分钟',
  },
};
