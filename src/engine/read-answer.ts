import type { CanonicalMessage } from '../contract/canonical-message.ts';
import { type FileKind, fileTypes, knownFileType } from '../contract/files.ts';
import type { StepOf } from '../contract/flow.ts';
import type { Attachment, Choice } from '../contract/vocabulary.ts';
import type { Json, OfferedChoice } from './interfaces.ts';
import { brokenRule, type RuleValue } from './keeps-rules.ts';
import type { AnswerProblem } from './readers/explain.ts';
import { localeOfVisitor, type Visitor } from './readers/locale.ts';
import type { ReadableType, Reading } from './readers/reading.ts';
import type { StepContext } from './steps/step.ts';
import { foldText, looseForms, normalizeTyped, trimTyped } from './typed-text.ts';

type Question = StepOf<'question'>;
type Rules = NonNullable<Question['validate']>;
export type Answer =
  | { readonly ok: true; readonly value: Json; readonly choice?: OfferedChoice }
  /** Null for what needs no reason: the choices, or the question itself, say what is asked for. */
  | { readonly ok: false; readonly problem: AnswerProblem | null };

/** What an answer is checked against. */
export interface Asked {
  readonly question: Question;
  readonly choices: readonly OfferedChoice[];
  /** The visitor, and the time of the answer. */
  readonly visitor: () => Visitor;
  /** Gives a rule's number or date, which may be an expression. @throws ExpressionError */
  readonly bound: (rule: RuleValue) => Json;
  /** Whether a whole text matches a pattern. @throws ExpressionError */
  readonly matches: (pattern: string, text: string) => boolean;
}

const wrong: Answer = { ok: false, problem: null };
const right = (value: Json): Answer => ({ ok: true, value });
const chosen = (choice: OfferedChoice | null): Answer =>
  choice ? { ok: true, value: choice.value, choice } : wrong;

/**
 * Parses an answer as its question requires. Without `validate`, it must be one of the choices if there are any;
 * otherwise everything is accepted, also attachments without a text. Readers of numbers, dates and so on are
 * loaded on first use.
 * @throws ExpressionError
 * @see design 4
 */
export function readAnswer(asked: Asked, message: CanonicalMessage): Answer | Promise<Answer> {
  const { question, choices } = asked;
  const text = wordsOf(message);
  const { validate } = question;
  if (!validate) {
    if (choices.length > 0) return chosen(matchChoice(text, choices));
    return text !== '' || hasContent(message) ? right(text) : wrong;
  }
  switch (validate.type) {
    case 'choice':
      return chosen(matchChoice(text, choices));
    case 'file':
      return readFileAnswer(validate, text, message, asked);
    case 'text':
      return withinRules(readText(text, asked), validate, asked);
    case 'regex':
      return withinRules(readPattern(validate, text, asked), validate, asked);
    default:
      return readByType(validate.type, validate, text, asked);
  }
}

/** A file, or what is offered instead of one: "later". */
function readFileAnswer(rules: Rules, text: string, { attachments }: CanonicalMessage, asked: Asked): Answer {
  const file = readFile(rules, attachments);
  return file !== null ? right(file) : chosen(matchChoice(text, asked.choices));
}

/** Choices of a question for text are proposals: one that is meant is saved by its value. */
function readText(text: string, { choices }: Asked): Answer {
  if (text === '') return wrong;
  const choice = matchChoice(text, choices);
  return choice ? chosen(choice) : right(text);
}

function readPattern({ pattern }: Rules, text: string, { choices, matches }: Asked): Answer {
  const choice = matchChoice(text, choices, false);
  if (choice) return chosen(choice);
  // A pattern may be written for what people type, or for what it is in plain figures.
  const found = [...new Set([normalizeTyped(text), text])].find(
    (written) => pattern !== undefined && matches(pattern, written),
  );
  return found === undefined ? wrong : right(found);
}

/** A number in every language, as most are typed: nothing that reads the others need be loaded for it. */
const plainNumber = /^(0|[1-9]\d{0,14})$/;

/** A choice is always a valid answer. For a number or date question, it is saved as one if it can be parsed. */
async function readByType(type: ReadableType, rules: Rules, text: string, asked: Asked): Promise<Answer> {
  const isAllowed = (value: Json) => brokenRule(rules, value, asked.bound) === null;
  const read = async (written: string): Promise<Reading> => {
    if (type === 'number' && plainNumber.test(written)) return { kind: 'value', value: Number(written) };
    const { readTyped } = await import('./readers/read-typed.ts');
    return readTyped(type, written, asked.visitor(), isAllowed);
  };
  const choice = matchChoice(text, asked.choices, false);
  if (choice) {
    const meant = await read(choice.value);
    return meant.kind === 'value' ? { ok: true, value: meant.value, choice } : chosen(choice);
  }
  const reading = await read(text);
  switch (reading.kind) {
    case 'value':
      return withinRules(right(reading.value), rules, asked);
    case 'problem':
      return { ok: false, problem: { kind: 'reading', problem: reading.problem } };
    case 'ambiguous': {
      const { values } = reading;
      const offered = values.filter(isAllowed);
      return offered.length > 0
        ? { ok: false, problem: { kind: 'ambiguous', values, offered } }
        : withinRules(right(reading.values[0] ?? null), rules, asked);
    }
  }
}

/**
 * How an answer and a choice are compared, strictest first. Choices that fold alike are distinguished by spelling.
 */
const comparisons = ['as-written', 'normalized', 'lower-case', 'folded', 'loose'] as const;
type Comparison = (typeof comparisons)[number];

/**
 * Finds the choice that an answer means: by its value, its label, or its number counted from 1. A value goes before a
 * number, so that choices valued "2" and "1" are what they say. The first comparison that finds something decides; where
 * it finds several, none is meant: `A` of `A+` and `A-`.
 * @param byNumber false for a question that is answered with a number itself
 * @see design 4
 */
export function matchChoice<C extends Choice>(
  answer: string,
  choices: readonly C[],
  byNumber = true,
): C | null {
  if (choices.length === 0) return null;
  for (const comparison of comparisons) {
    const forms = formsOf(answer, comparison);
    const isLenient = comparison === 'folded' || comparison === 'loose';
    const [found, ...others] = choicesNamed(forms, choices, comparison);
    if (found) return others.length === 0 || !isLenient ? found : null;
    const [, digits, label = ''] =
      (byNumber && isLenient && /^(\d{1,3})(?:$|[.)] ?(.*)$)/.exec(forms[0] ?? '')) || [];
    const numbered = digits === undefined ? undefined : choices[Number(digits) - 1];
    // Some copy the whole line of a numbered list.
    if (numbered && (label === '' || matchChoice(label, [numbered], false))) return numbered;
  }
  return null;
}

/** By the value, else by the label. */
function choicesNamed<C extends Choice>(
  forms: readonly string[],
  choices: readonly C[],
  comparison: Comparison,
): C[] {
  for (const name of ['value', 'label'] as const) {
    const found: C[] = [];
    for (const choice of choices)
      for (const form of formsOf(choice[name], comparison))
        if (form !== '' && forms.includes(form) && !found.includes(choice)) found.push(choice);
    if (found.length > 0) return found;
  }
  return [];
}

function formsOf(text: string, comparison: Comparison): readonly string[] {
  switch (comparison) {
    case 'as-written':
      return [text];
    case 'normalized':
      return [normalizeTyped(text)];
    case 'lower-case':
      return [normalizeTyped(text).toLowerCase()];
    case 'folded':
      return [foldText(text)];
    case 'loose':
      return looseForms(text);
  }
}

/** Why a message is no answer to the question that waits: none of these costs an attempt. */
export type NoAnswer =
  /** A button of an earlier question, pressed before its visitor can have read the one that waits: a double tap. */
  | { readonly kind: 'repeated-press' }
  /** A button of another message than those that ask. */
  | { readonly kind: 'other-press' }
  /** The answer can't be parsed or isn't of the required type; `why` is the message to the visitor. */
  | { readonly kind: 'no-content'; readonly why?: NoAnswerReason };

/** Why a message is not an answer, in the languages of the widget; loaded on first use. */
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
  return texts[localeOfVisitor(visitor, shownIn, texts).language] ?? '';
}

/** A second tap comes so soon after the first, at most. */
const doubleTapMs = 3_000;

/** Whether the message answers no question of any kind; null if it has to be parsed. */
export function noAnswer(question: Question, context: StepContext, offersChoices: boolean): NoAnswer | null {
  const { message, state } = context;
  const { replyTo, receivedAt } = message;
  const { asked } = state;
  if (replyTo === undefined || !asked || (replyTo >= asked.from && replyTo <= asked.to))
    return wordsOf(message) === '' ? withoutContent(question, message, offersChoices) : null;
  const isSecondTap = replyTo < asked.from && Date.parse(receivedAt) - timeOf(asked.from) <= doubleTapMs;
  return { kind: isSecondTap ? 'repeated-press' : 'other-press' };
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeChars = 10;

/** The time in a ULID, epoch milliseconds. */
const timeOf = (id: string) =>
  [...id.slice(0, timeChars)].reduce((ms, digit) => ms * digits.length + digits.indexOf(digit), 0);

/** A cart or a filled form is content without words; a flow reads it in the metadata. */
const carried = ['order', 'flowReply'] as const;

/** What the visitor wrote: the text of a filled form, "Sent", is WhatsApp's. */
const wordsOf = ({ text = '', metadata }: Pick<CanonicalMessage, 'text' | 'metadata'>): string =>
  metadata.flowReply === undefined ? trimTyped(text) : '';

/** Whether a message has content other than its text. */
function hasContent({ attachments, metadata }: Pick<CanonicalMessage, 'attachments' | 'metadata'>): boolean {
  return attachments.length > 0 || carried.some((name) => metadata[name] !== undefined);
}

function withoutContent(
  { validate }: Question,
  { attachments, metadata }: CanonicalMessage,
  offersChoices: boolean,
): NoAnswer | null {
  if (validate?.type === 'file') {
    // A sticker is a picture where pictures are asked for.
    const isFile =
      readFile(validate, attachments) !== null ||
      attachments.some(({ type }) => type !== 'sticker' && type !== 'location' && type !== 'contact');
    return isFile ? null : { kind: 'no-content', why: 'unreadable' };
  }
  const isFull = hasContent({ attachments, metadata });
  if (!validate && !offersChoices && isFull) return null;
  // WhatsApp reports that the visitor opened the chat.
  if (metadata.type === 'request_welcome') return { kind: 'no-content' };
  return { kind: 'no-content', why: isFull ? 'needsText' : 'unreadable' };
}

type QuestionRules = NonNullable<StepOf<'question'>['validate']>;

const megabyte = 1024 * 1024;
const isFile = ({ type }: Attachment) => type !== 'location' && type !== 'contact';

/**
 * Returns the first file of a message that its question accepts; null if none. For a chat app, type and size are
 * the provider's: the file is fetched while the flow continues.
 */
function readFile(
  { accept, maxMegabytes }: Pick<QuestionRules, 'accept' | 'maxMegabytes'>,
  attachments: readonly Attachment[],
): Json | null {
  const file = attachments.find(
    (attachment) =>
      isFile(attachment) &&
      attachment.status !== 'rejected' &&
      attachment.status !== 'failed' &&
      (accept === undefined || isOneOf(attachment, accept)) &&
      (attachment.sizeBytes ?? 0) <= (maxMegabytes ?? Number.POSITIVE_INFINITY) * megabyte,
  );
  return file ? savedOf(file) : null;
}

/** A sticker is a picture. */
function isOneOf({ type, mimeType = '' }: Attachment, accept: NonNullable<QuestionRules['accept']>): boolean {
  const known = knownFileType(mimeType);
  const kind: FileKind | 'sticker' | null =
    known === null ? (type as FileKind | 'sticker') : fileTypes[known];
  return accept.some((each) => each === known || each === (kind === 'sticker' ? 'image' : kind));
}

/** The file as a variable stores it: its properties and ID, without a URL, which would expire. */
function savedOf({ type, fileId, mimeType, filename, sizeBytes, caption, url }: Attachment): Json {
  const saved = {
    type,
    fileId,
    mimeType,
    filename,
    sizeBytes,
    caption,
    ...(fileId === undefined && { url }),
  };
  return Object.fromEntries(
    Object.entries(saved).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function withinRules(answer: Answer, rules: Rules, { bound }: Asked): Answer {
  if (!answer.ok || answer.choice) return answer;
  const broken = brokenRule(rules, answer.value, bound);
  return broken ? { ok: false, problem: { kind: 'rule', ...broken } } : answer;
}
