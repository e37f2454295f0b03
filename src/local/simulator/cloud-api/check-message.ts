import type * as z from 'zod/mini';
import { fileTypes, type Refusal } from '../provider.ts';
import {
  buttonsContent,
  cardsContent,
  fileContent,
  invalidParameter,
  invalidValue,
  linkContent,
  listContent,
  missingParameter,
  placeContent,
  textContent,
} from './payload.ts';

type Check = (content: unknown) => Refusal | null;

const textChars = 4096;
const captionChars = 1024;

/** The first of some refusals, each with the condition under which it holds. */
function firstOf(...rules: readonly (readonly [broken: boolean, refusal: () => Refusal])[]): Refusal | null {
  return rules.find(([broken]) => broken)?.[1]() ?? null;
}

/** A check of content that has a known shape; anything else lacks the parameter. */
function checkOf<T>(schema: z.ZodMiniType<T>, name: string, rules: (content: T) => Refusal | null): Check {
  return (content) => {
    const parsed = schema.safeParse(content);
    return parsed.success ? rules(parsed.data) : missingParameter(name);
  };
}

const hasDuplicates = (values: readonly string[]) => new Set(values).size < values.length;
const isOutside = (text: string, max: number) => text.trim() === '' || text.length > max;

const checkText = checkOf(textContent, 'text', ({ body }) =>
  firstOf(
    [body.trim() === '', () => invalidParameter("Param text['body'] must not be empty.")],
    [
      body.length > textChars,
      () => invalidParameter(`Param text['body'] must be at most ${textChars} characters long.`),
    ],
  ),
);

const checkFile = checkOf(fileContent, 'link', ({ id, link, caption = '' }) =>
  firstOf(
    [id === undefined && link === undefined, () => missingParameter('link')],
    [link !== undefined && !URL.canParse(link), () => invalidParameter('Param link is not a valid URI.')],
    [
      caption.length > captionChars,
      () => invalidParameter(`Param caption must be at most ${captionChars} characters long.`),
    ],
  ),
);

const checkButtons = checkOf(buttonsContent, 'action', ({ body, action }) => {
  const buttons = action.buttons.map(({ reply }) => reply);
  return firstOf(
    [
      buttons.length < 1 || buttons.length > 3,
      () => invalidValue('Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3'),
    ],
    [
      isOutside(body.text, 1024),
      () => invalidValue('Body text length invalid. Min length: 1, Max length: 1024'),
    ],
    [
      buttons.some(({ title }) => isOutside(title, 20)),
      () => invalidValue('Button title length invalid. Min length: 1, Max length: 20'),
    ],
    [
      buttons.some(({ id }) => isOutside(id, 256)),
      () => invalidValue('Button id length invalid. Min length: 1, Max length: 256'),
    ],
    [hasDuplicates(buttons.map(({ id }) => id)), () => invalidValue('Duplicate button ids are not allowed')],
    [
      hasDuplicates(buttons.map(({ title }) => title)),
      () => invalidValue('Duplicate button titles are not allowed'),
    ],
  );
});

const checkLink = checkOf(linkContent, 'action', ({ body, action: { parameters } }) =>
  firstOf(
    [
      isOutside(body.text, 1024),
      () => invalidValue('Body text length invalid. Min length: 1, Max length: 1024'),
    ],
    [
      isOutside(parameters.display_text, 20),
      () => invalidValue('Display text length invalid. Min length: 1, Max length: 20'),
    ],
    [!URL.canParse(parameters.url), () => invalidValue('Param url is not a valid URI.')],
  ),
);

const checkList = checkOf(listContent, 'action', ({ body, action }) => {
  const rows = action.sections.flatMap((section) => section.rows);
  return firstOf(
    [rows.length < 1 || rows.length > 10, () => invalidValue('Total row count exceed max allowed count: 10')],
    [
      isOutside(body.text, 4096),
      () => invalidValue('Body text length invalid. Min length: 1, Max length: 4096'),
    ],
    [
      isOutside(action.button, 20),
      () => invalidValue('List button text length invalid. Min length: 1, Max length: 20'),
    ],
    [
      rows.some(({ title }) => isOutside(title, 24)),
      () => invalidValue('Row title length invalid. Min length: 1, Max length: 24'),
    ],
    [
      rows.some(({ description = '-' }) => isOutside(description, 72)),
      () => invalidValue('Row description is too long. Max length is 72'),
    ],
    [
      rows.some(({ id }) => isOutside(id, 200)),
      () => invalidValue('Row id length invalid. Min length: 1, Max length: 200'),
    ],
    [hasDuplicates(rows.map(({ id }) => id)), () => invalidValue('Duplicate row ids are not allowed')],
    [
      action.sections.length > 1 && action.sections.some(({ title = '' }) => isOutside(title, 24)),
      () => invalidValue('Section title is required when there is more than one section'),
    ],
  );
});

/** By type. A check that parses nothing lets through what this API takes without looking at it. */
const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['text', checkText],
  ...fileTypes.map((type): [string, Check] => [type, checkFile]),
  ['location', checkOf(placeContent, 'location', () => null)],
  ['contacts', checkOf(cardsContent, 'contacts', () => null)],
  [
    'interactive',
    (content) => {
      const type = typeof content === 'object' && content !== null && 'type' in content && content.type;
      if (type === 'button') return checkButtons(content);
      if (type === 'list') return checkList(content);
      if (type === 'cta_url') return checkLink(content);
      return invalidValue('Interactive type is not valid');
    },
  ],
]);

/** What the Cloud API refuses of a message's content; null when it takes it. @see its reference "Messages" */
export function checkMessage(type: string | undefined, content: unknown): Refusal | null {
  const check = checks.get(type ?? 'text');
  if (check) return check(content);
  const known = [...checks.keys()].map((name) => name.toUpperCase()).join(', ');
  return invalidParameter(`Param type must be one of {${known}} - got "${type}".`);
}
