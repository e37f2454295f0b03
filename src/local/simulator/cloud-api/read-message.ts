import * as z from 'zod/mini';
import { fileTypes, type ShownContent } from '../page/protocol.ts';
import type { ReadMark, ReadSend, Refusal, RefusedSend, SimulatedAccount } from '../provider.ts';
import { checkMessage } from './check-message.ts';
import {
  buttonsContent,
  cardsContent,
  cloudApiRefusals,
  fileContent,
  graphError,
  invalidParameter,
  linkContent,
  listContent,
  missingParameter,
  placeContent,
  readBody,
  sendBody,
  textContent,
} from './payload.ts';
import type { SimulatedTemplate, TemplateComponent } from './sample-templates.ts';

/** Reads the body of a send, which both chat apps take alike. */
export function readMessage(account: SimulatedAccount, raw: unknown): ReadSend | ReadMark | RefusedSend {
  if (typeof raw === 'object' && raw !== null && 'status' in raw) return readMark(account, raw);
  const parsed = sendBody.safeParse(raw);
  if (!parsed.success) return { account, refusal: invalidParameter('The body is not valid.') };
  const { messaging_product, to, recipient, type = 'text', biz_opaque_callback_data } = parsed.data;
  const user = to ?? recipient;
  if (messaging_product !== 'whatsapp') return { account, refusal: missingParameter('messaging_product') };
  if (user === undefined) return { account, refusal: missingParameter('to') };
  if (to !== undefined && !/^\+?\d{5,15}$/.test(to)) {
    return { account, refusal: cloudApiRefusals.unknownUser };
  }
  const isTemplate = type === 'template';
  const typed = parsed.data[type];
  const refusal = isTemplate ? checkTemplate(typed, account.templates) : checkMessage(type, typed);
  if (refusal) return { account, to: user, refusal };
  const content = isTemplate ? showTemplate(typed, account.templates) : showMessage(type, typed);
  return {
    account,
    to: user.replace(/^\+/, ''),
    replyId: biz_opaque_callback_data ?? '',
    content,
    isTemplate,
  };
}

const parameter = z.looseObject({
  type: z.string(),
  text: z.optional(z.string()),
  parameter_name: z.optional(z.string()),
});
/** `{"name":"order_update","language":{"code":"en"},"components":[{"type":"body","parameters":[{"type":"text","parameter_name":"order","text":"A-17"}]}]}` */
const templateContent = z.object({
  name: z.string(),
  language: z.object({ code: z.string() }),
  components: z.optional(
    z.array(
      z.object({
        type: z.string(),
        sub_type: z.optional(z.string()),
        index: z.optional(z.union([z.string(), z.number()])),
        parameters: z.array(parameter),
      }),
    ),
  ),
});
type Sent = z.infer<typeof templateContent>;
type Parameter = z.infer<typeof parameter>;

const textChars = 1_024;
const placeholdersOf = (text = '') => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, n = '']) => n)),
];

/** The Cloud API's error for a template; null if it is valid. @see its "Error codes", 132000 to 132016 */
function checkTemplate(content: unknown, templates: readonly SimulatedTemplate[]): Refusal | null {
  const { data: sent } = templateContent.safeParse(content);
  if (!sent) return missingParameter('template');
  const found = find(sent, templates);
  if (!found) {
    const details = `template name (${sent.name}) does not exist in ${sent.language.code}`;
    return graphError(404, 132001, 'Template name does not exist in the translation', details);
  }
  if (found.status === 'PAUSED') return graphError(400, 132015, 'Template is Paused');
  if (found.status === 'DISABLED') return graphError(400, 132016, 'Template is Disabled');
  if (found.status !== 'APPROVED')
    return graphError(404, 132001, 'Template name does not exist in the translation');
  for (const part of found.components) {
    const refusal = part.type === 'BUTTONS' ? checkButtons(part, sent) : checkPart(part, sent, found);
    if (refusal) return refusal;
  }
  return null;
}

const find = ({ name, language }: Sent, templates: readonly SimulatedTemplate[]) =>
  templates.find((one) => one.name === name && one.language === language.code);

const parametersOf = (sent: Sent, type: string): readonly Parameter[] =>
  sent.components?.find((part) => part.type.toUpperCase() === type)?.parameters ?? [];

function checkPart(part: TemplateComponent, sent: Sent, template: SimulatedTemplate): Refusal | null {
  const given = parametersOf(sent, part.type);
  if (part.format && part.format !== 'TEXT') {
    const [file] = given;
    const isFile = given.length === 1 && file?.type.toUpperCase() === part.format;
    return isFile ? null : formatMismatch(`header: Format mismatch, expected ${part.format}`);
  }
  const wanted = placeholdersOf(part.text);
  if (given.length !== wanted.length) {
    const details = `${part.type.toLowerCase()}: number of localizable_params (${given.length}) does not match the expected number of params (${wanted.length})`;
    return graphError(
      400,
      132000,
      'Number of parameters does not match the expected number of params',
      details,
    );
  }
  if (template.parameter_format === 'NAMED') {
    const names = new Set(given.map(({ parameter_name }) => parameter_name));
    if (!wanted.every((name) => names.has(name))) return formatMismatch('Parameter name is missing or empty');
  }
  if (given.some(({ text = '' }) => text.trim() === ''))
    return graphError(400, 131008, 'Required parameter is missing');
  if (given.some(({ text = '' }) => /[\n\t]| {5,}/.test(text)))
    return formatMismatch('Param text cannot have new-line/tab characters or more than 4 consecutive spaces');
  if (filledText(part.text, given).length > textChars)
    return graphError(400, 132005, 'Translated text too long');
  return null;
}

const formatMismatch = (details: string) =>
  graphError(400, 132012, 'Parameter format does not match format in the created template', details);

function checkButtons({ buttons = [] }: TemplateComponent, sent: Sent): Refusal | null {
  for (const [n, { type, url }] of buttons.entries()) {
    const isGiven = sent.components?.some(
      (part) => part.type === 'button' && String(part.index) === String(n) && part.parameters.length === 1,
    );
    const isNeeded = type === 'COPY_CODE' || (type === 'URL' && placeholdersOf(url).length > 0);
    if (isNeeded && !isGiven)
      return graphError(400, 131008, 'Required parameter is missing', `buttons: ${n}`);
  }
  return null;
}

function filledText(text = '', given: readonly Parameter[]): string {
  return placeholdersOf(text).reduce((filled, name, n) => {
    const value = (given.find(({ parameter_name }) => parameter_name === name) ?? given[n])?.text ?? '';
    return filled.replaceAll(new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`, 'g'), () => value);
  }, text);
}

/** An accepted template as a phone shows it. */
function showTemplate(content: unknown, templates: readonly SimulatedTemplate[]) {
  const sent = templateContent.parse(content);
  const found = find(sent, templates);
  const lines = (found?.components ?? []).flatMap(({ type, text }) =>
    text === undefined ? [] : [filledText(text, parametersOf(sent, type))],
  );
  const file = parametersOf(sent, 'HEADER').find(({ type }) => type !== 'text');
  const link = file && (file[file.type] as { link?: string } | undefined)?.link;
  const buttons = found?.components.flatMap((part) => part.buttons ?? []) ?? [];
  return {
    text: lines.join('\n\n'),
    ...(file && { files: [{ type: file.type, ...(link && { url: link }) }] }),
    ...(buttons.length > 0 && { buttons: buttons.map(({ text }) => ({ id: text, title: text })) }),
  };
}

/** An accepted message as a phone shows it. */
function showMessage(type: string, content: unknown): ShownContent {
  if (type === 'text') return { text: textContent.parse(content).body };
  if (type === 'interactive') return showInteractive(content);
  if (type === 'location') return { places: [placeContent.parse(content)].map(placeOf) };
  if (type === 'contacts') {
    return { contacts: cardsContent.parse(content).map(({ name }) => name.formatted_name) };
  }
  if (!fileTypes.some((fileType) => fileType === type)) return { note: `[${type}]` };
  const { link, caption, filename } = fileContent.parse(content);
  const words = caption ?? filename;
  return { files: [{ type, ...(link && { url: link }), ...(words && { caption: words }) }] };
}

function placeOf({ name, ...place }: { latitude: number; longitude: number; name?: string | undefined }) {
  return { ...place, ...(name !== undefined && { name }) };
}

function pictureOf(header: { readonly image: { readonly link: string } } | undefined): ShownContent {
  return header ? { files: [{ type: 'image', url: header.image.link }] } : {};
}

function showInteractive(content: unknown): ShownContent {
  const { data: buttons } = buttonsContent.safeParse(content);
  if (buttons) {
    const { header, body, action } = buttons;
    return { ...pictureOf(header), text: body.text, buttons: action.buttons.map(({ reply }) => reply) };
  }
  const { data: linked } = linkContent.safeParse(content);
  if (linked) {
    const { display_text: title, url } = linked.action.parameters;
    return { ...pictureOf(linked.header), text: linked.body.text, links: [{ title, url }] };
  }
  const { body, action } = listContent.parse(content);
  const rows = action.sections.flatMap((section) => section.rows);
  return {
    text: body.text,
    list: {
      button: action.button,
      rows: rows.map(({ id, title, description }) => ({ id, title, ...(description && { description }) })),
    },
  };
}

function readMark(account: SimulatedAccount, raw: object): ReadMark | RefusedSend {
  const { data } = readBody.safeParse(raw);
  if (!data) return { account, refusal: invalidParameter('The body is not valid.') };
  return { account, messageId: data.message_id, isTyping: data.typing_indicator !== undefined };
}
