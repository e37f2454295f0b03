import type { TextsByLanguage } from '../in-language.ts';

/** The texts about opening hours. `{time}` is a time of day, `{day}` a weekday. */
interface HoursTexts {
  /** For longer than is ever needed. */
  readonly open: string;
  readonly openUntil: string;
  readonly backToday: string;
  readonly backTomorrow: string;
  readonly backOn: string;
}

/** In all languages: they load together, and only where a widget has hours. */
export const hoursTexts: TextsByLanguage<HoursTexts> = {
  ar: {
    open: 'فريقنا موجود الآن.',
    openUntil: 'فريقنا موجود حتى الساعة {time}.',
    backToday: 'يعود فريقنا اليوم الساعة {time}.',
    backTomorrow: 'يعود فريقنا غدًا الساعة {time}.',
    backOn: 'يعود فريقنا يوم {day} الساعة {time}.',
  },
  de: {
    open: 'Unser Team ist da.',
    openUntil: 'Unser Team ist bis {time} Uhr da.',
    backToday: 'Unser Team ist heute ab {time} Uhr wieder da.',
    backTomorrow: 'Unser Team ist morgen ab {time} Uhr wieder da.',
    backOn: 'Unser Team ist am {day} ab {time} Uhr wieder da.',
  },
  en: {
    open: 'We’re online.',
    openUntil: 'We’re online until {time}.',
    backToday: 'We’re back today at {time}.',
    backTomorrow: 'We’re back tomorrow at {time}.',
    backOn: 'We’re back on {day} at {time}.',
  },
  es: {
    open: 'Nuestro equipo está disponible.',
    openUntil: 'Nuestro equipo atiende hasta las {time}.',
    backToday: 'Nuestro equipo vuelve hoy a las {time}.',
    backTomorrow: 'Nuestro equipo vuelve mañana a las {time}.',
    backOn: 'Nuestro equipo vuelve el {day} a las {time}.',
  },
  fr: {
    open: 'Notre équipe est là.',
    openUntil: 'Notre équipe est là jusqu’à {time}.',
    backToday: 'Notre équipe revient aujourd’hui à {time}.',
    backTomorrow: 'Notre équipe revient demain à {time}.',
    backOn: 'Notre équipe revient {day} à {time}.',
  },
  it: {
    open: 'Il nostro team è disponibile.',
    openUntil: 'Il nostro team è disponibile fino alle {time}.',
    backToday: 'Il nostro team torna oggi alle {time}.',
    backTomorrow: 'Il nostro team torna domani alle {time}.',
    backOn: 'Il nostro team torna {day} alle {time}.',
  },
  ja: {
    open: 'スタッフが対応できます。',
    openUntil: '{time} までスタッフが対応します。',
    backToday: '本日 {time} からスタッフが対応します。',
    backTomorrow: '明日 {time} からスタッフが対応します。',
    backOn: '{day} {time} からスタッフが対応します。',
  },
  nl: {
    open: 'Ons team is er.',
    openUntil: 'Ons team is er tot {time} uur.',
    backToday: 'Ons team is er vandaag weer om {time} uur.',
    backTomorrow: 'Ons team is er morgen weer om {time} uur.',
    backOn: 'Ons team is er {day} weer om {time} uur.',
  },
  pl: {
    open: 'Nasz zespół jest dostępny.',
    openUntil: 'Nasz zespół jest dostępny do {time}.',
    backToday: 'Nasz zespół wraca dzisiaj o {time}.',
    backTomorrow: 'Nasz zespół wraca jutro o {time}.',
    backOn: 'Nasz zespół wraca: {day}, {time}.',
  },
  pt: {
    open: 'Nossa equipe está disponível.',
    openUntil: 'Nossa equipe atende até as {time}.',
    backToday: 'Nossa equipe volta hoje às {time}.',
    backTomorrow: 'Nossa equipe volta amanhã às {time}.',
    backOn: 'Nossa equipe volta {day} às {time}.',
  },
  tr: {
    open: 'Ekibimiz burada.',
    openUntil: 'Ekibimiz saat {time} olana kadar burada.',
    backToday: 'Ekibimiz bugün saat {time} itibarıyla burada.',
    backTomorrow: 'Ekibimiz yarın saat {time} itibarıyla burada.',
    backOn: 'Ekibimiz {day} günü saat {time} itibarıyla burada.',
  },
  zh: {
    open: '我们的团队在线。',
    openUntil: '我们的团队在线至 {time}。',
    backToday: '我们的团队今天 {time} 回来。',
    backTomorrow: '我们的团队明天 {time} 回来。',
    backOn: '我们的团队{day} {time} 回来。',
  },
};
