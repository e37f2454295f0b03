import type { MessageTemplate, TemplateUse } from '../../contract/admin/texts.ts';
import { limits } from '../../contract/limits.ts';
import type { Problem } from '../../contract/problem-body.ts';
import { isPublicLink } from '../../contract/public-address.ts';
import type { Attachment, SentTemplate } from '../../contract/vocabulary.ts';
import { invalidTemplate } from '../problems.ts';

/** A filled template: the text for the visitor, and the request for the provider. */
export interface FilledTemplate {
  readonly text: string;
  readonly template: SentTemplate;
  /** The file of its header: at its address, or an upload that is still to be claimed. */
  readonly attachments?: readonly Attachment[];
}

/**
 * Fills a template, or reports all problems before anything is written or sent.
 * @param templates of the account
 * @throws `invalid_template` with the path of each problem
 * @see handoff.md 3.6
 */
export function fillTemplate(templates: readonly MessageTemplate[], use: TemplateUse): FilledTemplate {
  const found = chosen(templates, use);
  const problems: TemplateProblem[] = [];
  const header = headerOf(found, use, problems);
  const body = bodyOf(found, use, problems);
  const buttons = fillButtons(found, use, problems);
  if (problems.length > 0) throw invalidTemplate(problems);
  const { name, language } = use;
  const lines = [header.shown, body.shown, found.footer ?? ''];
  return {
    text: lines.filter((line) => line !== '').join('\n\n'),
    template: {
      ...{ name, language },
      ...(header.parameter && { header: header.parameter }),
      ...(body.parameters.length > 0 && { body: body.parameters }),
      ...(buttons.length > 0 && { buttons }),
    },
    ...(header.file && { attachments: [header.file] }),
  };
}

const reasons: Readonly<Record<NonNullable<MessageTemplate['unsendable']>, (of: MessageTemplate) => string>> =
  {
    status: ({ name, status }) => `${name} is ${status}, and only what is APPROVED can be sent`,
    authentication: ({ name }) => `${name} is for one-time codes, which are not sent from here`,
    unsupported: ({ name }) => `${name} has a part that can not be filled from here`,
  };

/** @throws `invalid_template` */
function chosen(templates: readonly MessageTemplate[], { name, language }: TemplateUse): MessageTemplate {
  const named = templates.filter((template) => template.name === name);
  const found = named.find((template) => template.language === language);
  if (!found) {
    const languages = named.map((template) => template.language).join(', ');
    throw invalidTemplate([
      named.length === 0
        ? { path: 'template.name', message: `the account has no template ${name}` }
        : { path: 'template.language', message: `${name} is not there in ${language}, but in ${languages}` },
    ]);
  }
  if (found.unsendable === null) return found;
  throw invalidTemplate([{ path: 'template.name', message: reasons[found.unsendable](found) }]);
}

const fill = (text: string, values: ReadonlyMap<string, string>) =>
  text.replaceAll(placeholder, (whole, name: string) => values.get(name) ?? whole);

/** `{{1}}`, or `{{order}}`. */
const placeholder = /\{\{\s*([A-Za-z0-9_]+)\s*\}\}/g;

/** Fills a template's buttons, and adds their problems. */
function fillButtons(
  { buttons }: MessageTemplate,
  use: TemplateUse,
  problems: TemplateProblem[],
): NonNullable<SentTemplate['buttons']> {
  const given = new Map((use.buttons ?? []).map(({ index, value }, n) => [index, { value, n }]));
  const filled = buttons.flatMap(({ kind, placeholder: isNeeded, url = '' }, index) => {
    const own = given.get(index);
    if (kind === 'phone' || kind === 'other' || (!own && !isNeeded)) return [];
    if (kind === 'url' && !isNeeded) return [];
    given.delete(index);
    const path = own ? `template.buttons.${own.n}.value` : 'template.buttons';
    if (!own) problems.push({ path, message: `button ${index} must be given a value` });
    else checkButton(kind, url, own.value, path, problems);
    return [{ index, kind, value: own?.value ?? '' }];
  });
  for (const [index, { n }] of given) {
    const message =
      index < buttons.length ? 'this button has nothing to fill' : `it has ${buttons.length} buttons`;
    problems.push({ path: `template.buttons.${n}.index`, message });
  }
  return filled;
}

function checkButton(
  kind: 'url' | 'quick_reply' | 'copy_code',
  url: string,
  value: string,
  path: string,
  problems: TemplateProblem[],
): void {
  checkValue(value, path, problems);
  const most = {
    url: limits.templateUrlChars - url.replaceAll(placeholder, '').length,
    quick_reply: limits.templatePayloadChars,
    copy_code: limits.templateCodeChars,
  }[kind];
  if (value.length > most) problems.push(tooLong(path, 'value', most));
}

interface Header {
  readonly shown: string;
  readonly parameter?: NonNullable<SentTemplate['header']>;
  readonly file?: Attachment;
}

function headerOf(
  { header, parameters }: MessageTemplate,
  use: TemplateUse,
  problems: TemplateProblem[],
): Header {
  const { text, ...named } = use.header ?? {};
  if (header && header.kind !== 'text') {
    const file = fileOf(header.kind, named, problems);
    if (text !== undefined) problems.push({ path: 'template.header.text', message: 'its header is a file' });
    return { shown: '', ...(file && { file }) };
  }
  const [stray] = Object.keys(named);
  if (stray !== undefined)
    problems.push({ path: `template.header.${stray}`, message: 'its header is no file' });
  const [name] = header?.placeholders ?? [];
  if (name === undefined) {
    if (text !== undefined)
      problems.push({ path: 'template.header.text', message: 'its header has nothing to fill' });
    return { shown: header?.text ?? '' };
  }
  checkValue(text, 'template.header.text', problems);
  const shown = fill(header?.text ?? '', new Map([[name, text ?? '']]));
  if (shown.length > limits.templateHeaderChars)
    problems.push(tooLong('template.header.text', 'header', limits.templateHeaderChars));
  return { shown, parameter: { ...(parameters === 'named' && { name }), text: text ?? '' } };
}

function fileOf(
  kind: Exclude<NonNullable<MessageTemplate['header']>['kind'], 'text'>,
  { link, fileId, filename }: Omit<NonNullable<TemplateUse['header']>, 'text'>,
  problems: TemplateProblem[],
): Attachment | null {
  if (fileId !== undefined && kind !== 'location') {
    if (link !== undefined || filename !== undefined)
      problems.push({ path: 'template.header.fileId', message: 'stands alone: a file brings its name' });
    return { type: kind, fileId };
  }
  const isAddress = link !== undefined && isPublicLink(link);
  if (!isAddress || kind === 'location') {
    const message = `its header is of kind ${kind}: give the https address of one on a public host, or a file`;
    problems.push({ path: 'template.header.link', message });
    return null;
  }
  return { type: kind, url: link, ...(filename !== undefined && { filename }) };
}

function bodyOf({ body, parameters }: MessageTemplate, use: TemplateUse, problems: TemplateProblem[]) {
  const given = givenValues(body.placeholders, parameters, use.body ?? [], problems);
  const shown = fill(body.text, new Map(given));
  if (shown.length > limits.templateBodyChars)
    problems.push(tooLong('template.body', 'text', limits.templateBodyChars));
  const filled = given.map(([name, text]) => ({ ...(parameters === 'named' && { name }), text }));
  return { shown, parameters: filled };
}

/** Fills each placeholder; missing, extra and unsupported values are problems. */
function givenValues(
  names: readonly string[],
  parameters: MessageTemplate['parameters'],
  given: NonNullable<TemplateUse['body']>,
  problems: TemplateProblem[],
): (readonly [name: string, value: string])[] {
  const path = 'template.body';
  const isList = Array.isArray(given);
  if (isList !== (parameters === 'positional') && !(isList && given.length === 0 && names.length === 0)) {
    const form = parameters === 'named' ? `by name: ${names.join(', ')}` : 'by a list';
    problems.push({ path, message: `it is filled ${form}` });
    return [];
  }
  const values: Readonly<Record<string, string>> = isList
    ? Object.fromEntries(given.map((value, n) => [names[n] ?? `${n + 1}`, value]))
    : given;
  const count = Object.keys(values).length;
  if (isList && count !== names.length) {
    problems.push({ path, message: `it has ${names.length} placeholders, and ${count} values are given` });
    return [];
  }
  for (const name of Object.keys(values).filter((key) => !names.includes(key)))
    problems.push({ path: `${path}.${name}`, message: `it has no placeholder ${name}` });
  return names.map((name, n) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    checkValue(value, `${path}.${isList ? n : name}`, problems);
    return [name, value ?? ''] as const;
  });
}

/** A problem of a filled template, and its path. */
type TemplateProblem = NonNullable<Problem['errors']>[number];

const tooLong = (path: string, what: string, most: number): TemplateProblem => ({
  path,
  message: `its ${what} may have ${most} characters once it is filled`,
});

/** Adds what providers refuse in a value. @see the Cloud API's error 132012, "Parameter format does not match" */
function checkValue(value: string | undefined, path: string, problems: TemplateProblem[]): void {
  if (value === undefined || value.trim() === '') problems.push({ path, message: 'must not be empty' });
  else if (/[\n\r\t\u2028\u2029]| {5}/.test(value))
    problems.push({ path, message: 'must hold no line break, no tab and no five spaces in a row' });
}

/** Whether a reply failed because its template differs from the cached one. */
export function speaksOfTemplate(reason: string | undefined): boolean {
  return reason?.startsWith('template_') === true;
}

/** Whether a webhook change reports that an account's templates changed: status, components or category. */
export function tellsOfTemplates(field: string): boolean {
  return /^field_(message_)?template_/.test(field);
}
