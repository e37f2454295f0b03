import { spokenBy, type Visitor } from './readers/locale.ts';

/** Why a message is no answer, in the languages of the widget; loaded when a visitor is told. */
const noAnswerTexts = {
  unreadable: {
    en: "I can't read this kind of message.",
    de: 'Diese Art von Nachricht kann ich nicht lesen.',
    es: 'No puedo leer este tipo de mensaje.',
    fr: 'Je ne peux pas lire ce type de message.',
    it: 'Non riesco a leggere questo tipo di messaggio.',
    nl: 'Dit soort bericht kan ik niet lezen.',
    pl: 'Nie mogę odczytać tego rodzaju wiadomości.',
    pt: 'Não consigo ler este tipo de mensagem.',
    tr: 'Bu tür bir mesajı okuyamıyorum.',
    ar: 'لا أستطيع قراءة هذا النوع من الرسائل.',
    ja: 'この種類のメッセージは読み取れません。',
    zh: '我无法读取这类消息。',
  },
  needsText: {
    en: 'Please answer with a text message.',
    de: 'Bitte antworten Sie mit einer Textnachricht.',
    es: 'Responda con un mensaje de texto, por favor.',
    fr: 'Veuillez répondre par un message texte.',
    it: 'Risponda con un messaggio di testo.',
    nl: 'Antwoord alstublieft met een tekstbericht.',
    pl: 'Proszę odpowiedzieć wiadomością tekstową.',
    pt: 'Responda com uma mensagem de texto, por favor.',
    tr: 'Lütfen metin mesajıyla yanıtlayın.',
    ar: 'يرجى الرد برسالة نصية.',
    ja: 'テキストメッセージでお答えください。',
    zh: '请用文字消息回答。',
  },
} satisfies Record<string, Readonly<Record<string, string>>>;

export type NoAnswerReason = keyof typeof noAnswerTexts;

/** Why a message is no answer, in the language in which a wrong answer is explained. */
export function explainNoAnswer(why: NoAnswerReason, visitor: Visitor, shownIn: string | undefined): string {
  const texts: Readonly<Record<string, string>> = noAnswerTexts[why];
  return texts[spokenBy(visitor, shownIn, texts).language] ?? '';
}
