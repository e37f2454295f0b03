import * as z from 'zod/mini';
import type { Refusal } from '../provider.ts';
import { graphError, missingParameter } from './errors.ts';
import type { SimulatedTemplate, TemplateComponent } from './sample-templates.ts';

const parameter = z.looseObject({
  type: z.string(),
  text: z.optional(z.string()),
  parameter_name: z.optional(z.string()),
});
/** `{"name":"order_update","language":{"code":"en"},"components":[{"type":"body","parameters":[{"type":"text","parameter_name":"order","text":"A-17"}]}]}` */
export const templateContent = z.object({
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

/** What the Cloud API refuses of a template; null when it takes it. @see its "Error codes", 132000 to 132016 */
export function checkTemplate(content: unknown, templates: readonly SimulatedTemplate[]): Refusal | null {
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

/** What a phone shows of a template that `checkTemplate` has taken. */
export function showTemplate(content: unknown, templates: readonly SimulatedTemplate[]) {
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
