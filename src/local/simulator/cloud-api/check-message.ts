import type * as z from 'zod/mini';
import { fileTypes } from '../page/protocol.ts';
import type { Refusal } from '../provider.ts';
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

/** Returns the first problem, with the API's error. */
function firstOf(
  refuse: (details: string) => Refusal,
  ...rules: readonly (readonly [broken: boolean, details: string])[]
): Refusal | null {
  const [, details] = rules.find(([broken]) => broken) ?? [];
  return details === undefined ? null : refuse(details);
}

/** A check of content that has a known shape; anything else lacks the parameter. */
function checkOf<T>(schema: z.ZodMiniType<T>, name: string, rules: (content: T) => Refusal | null): Check {
  return (content) => {
    const parsed = schema.safeParse(content);
    return parsed.success ? rules(parsed.data) : missingParameter(name);
  };
}

const duplicates = (what: string, values: readonly string[]) =>
  [new Set(values).size < values.length, `Duplicate ${what} are not allowed`] as const;
/** No text of these may be empty, or longer. */
const lengths = (what: string, texts: readonly string[], max: number) =>
  [
    texts.some((text) => text.trim() === '' || text.length > max),
    `${what} length invalid. Min length: 1, Max length: ${max}`,
  ] as const;

const checkText = checkOf(textContent, 'text', ({ body }) =>
  firstOf(
    invalidParameter,
    [body.trim() === '', "Param text['body'] must not be empty."],
    [body.length > textChars, `Param text['body'] must be at most ${textChars} characters long.`],
  ),
);

const checkFile = checkOf(fileContent, 'link', ({ id, link, caption = '' }) => {
  if (id === undefined && link === undefined) return missingParameter('link');
  return firstOf(
    invalidParameter,
    [link !== undefined && !URL.canParse(link), 'Param link is not a valid URI.'],
    [caption.length > captionChars, `Param caption must be at most ${captionChars} characters long.`],
  );
});

const checkButtons = checkOf(buttonsContent, 'action', ({ body, action }) => {
  const buttons = action.buttons.map(({ reply }) => reply);
  const ids = buttons.map(({ id }) => id);
  const titles = buttons.map(({ title }) => title);
  const isCountWrong = buttons.length < 1 || buttons.length > 3;
  return firstOf(
    invalidValue,
    [isCountWrong, 'Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3'],
    lengths('Body text', [body.text], 1024),
    lengths('Button title', titles, 20),
    lengths('Button id', ids, 256),
    duplicates('button ids', ids),
    duplicates('button titles', titles),
  );
});

const checkLink = checkOf(linkContent, 'action', ({ body, action: { parameters } }) =>
  firstOf(
    invalidValue,
    lengths('Body text', [body.text], 1024),
    lengths('Display text', [parameters.display_text], 20),
    [!URL.canParse(parameters.url), 'Param url is not a valid URI.'],
  ),
);

const checkList = checkOf(listContent, 'action', ({ body, action: { button, sections } }) => {
  const rows = sections.flatMap((section) => section.rows);
  const ids = rows.map(({ id }) => id);
  const isCountWrong = rows.length < 1 || rows.length > 10;
  const [isDescribedWrong] = lengths(
    '',
    rows.map(({ description = '-' }) => description),
    72,
  );
  const [isTitleWrong] = lengths(
    '',
    sections.map(({ title = '' }) => title),
    24,
  );
  return firstOf(
    invalidValue,
    [isCountWrong, 'Total row count exceed max allowed count: 10'],
    lengths('Body text', [body.text], 4096),
    lengths('List button text', [button], 20),
    lengths(
      'Row title',
      rows.map(({ title }) => title),
      24,
    ),
    [isDescribedWrong, 'Row description is too long. Max length is 72'],
    lengths('Row id', ids, 200),
    duplicates('row ids', ids),
    [sections.length > 1 && isTitleWrong, 'Section title is required when there is more than one section'],
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

/** The Cloud API's error for a message's content; null if it is valid. @see its reference "Messages" */
export function checkMessage(type: string | undefined, content: unknown): Refusal | null {
  const check = checks.get(type ?? 'text');
  if (check) return check(content);
  const known = [...checks.keys()].map((name) => name.toUpperCase()).join(', ');
  return invalidParameter(`Param type must be one of {${known}} - got "${type}".`);
}
