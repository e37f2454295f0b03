import type { TextsByLanguage } from '../in-language.ts';

/** The texts about opening hours, which don't say that someone is available. `{time}` is a time of day, `{day}` a weekday. */
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
    open: 'نعمل الآن.',
    openUntil: 'نعمل حتى الساعة {time}.',
    backToday: 'يعود فريقنا اليوم الساعة {time}.',
    backTomorrow: 'يعود فريقنا غدًا الساعة {time}.',
    backOn: 'يعود فريقنا يوم {day} الساعة {time}.',
  },
  de: {
    open: 'Wir haben geöffnet.',
    openUntil: 'Geöffnet bis {time} Uhr.',
    backToday: 'Unser Team ist heute ab {time} Uhr wieder da.',
    backTomorrow: 'Unser Team ist morgen ab {time} Uhr wieder da.',
    backOn: 'Unser Team ist am {day} ab {time} Uhr wieder da.',
  },
  en: {
    open: 'We’re open.',
    openUntil: 'Open until {time}.',
    backToday: 'We’re back today at {time}.',
    backTomorrow: 'We’re back tomorrow at {time}.',
    backOn: 'We’re back on {day} at {time}.',
  },
  es: {
    open: 'Estamos en horario de atención.',
    openUntil: 'Atendemos hasta las {time}.',
    backToday: 'Nuestro equipo vuelve hoy a las {time}.',
    backTomorrow: 'Nuestro equipo vuelve mañana a las {time}.',
    backOn: 'Nuestro equipo vuelve el {day} a las {time}.',
  },
  fr: {
    open: 'Nous sommes ouverts.',
    openUntil: 'Ouvert jusqu’à {time}.',
    backToday: 'Notre équipe revient aujourd’hui à {time}.',
    backTomorrow: 'Notre équipe revient demain à {time}.',
    backOn: 'Notre équipe revient {day} à {time}.',
  },
  it: {
    open: 'Siamo aperti.',
    openUntil: 'Aperti fino alle {time}.',
    backToday: 'Il nostro team torna oggi alle {time}.',
    backTomorrow: 'Il nostro team torna domani alle {time}.',
    backOn: 'Il nostro team torna {day} alle {time}.',
  },
  ja: {
    open: '営業時間内です。',
    openUntil: '{time} まで営業しています。',
    backToday: '本日 {time} からスタッフが対応します。',
    backTomorrow: '明日 {time} からスタッフが対応します。',
    backOn: '{day} {time} からスタッフが対応します。',
  },
  nl: {
    open: 'We zijn open.',
    openUntil: 'Open tot {time} uur.',
    backToday: 'Ons team is er vandaag weer om {time} uur.',
    backTomorrow: 'Ons team is er morgen weer om {time} uur.',
    backOn: 'Ons team is er {day} weer om {time} uur.',
  },
  pl: {
    open: 'Teraz pracujemy.',
    openUntil: 'Pracujemy do {time}.',
    backToday: 'Nasz zespół wraca dzisiaj o {time}.',
    backTomorrow: 'Nasz zespół wraca jutro o {time}.',
    backOn: 'Nasz zespół wraca: {day}, {time}.',
  },
  pt: {
    open: 'Estamos em horário de atendimento.',
    openUntil: 'Atendemos até as {time}.',
    backToday: 'Nossa equipe volta hoje às {time}.',
    backTomorrow: 'Nossa equipe volta amanhã às {time}.',
    backOn: 'Nossa equipe volta {day} às {time}.',
  },
  tr: {
    open: 'Şu anda açığız.',
    openUntil: 'Saat {time} olana kadar açığız.',
    backToday: 'Ekibimiz bugün saat {time} itibarıyla burada.',
    backTomorrow: 'Ekibimiz yarın saat {time} itibarıyla burada.',
    backOn: 'Ekibimiz {day} günü saat {time} itibarıyla burada.',
  },
  zh: {
    open: '现在是服务时间。',
    openUntil: '服务时间至 {time}。',
    backToday: '我们的团队今天 {time} 回来。',
    backTomorrow: '我们的团队明天 {time} 回来。',
    backOn: '我们的团队{day} {time} 回来。',
  },
};
