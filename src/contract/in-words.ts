import type * as z from 'zod/mini';

/** Something wrong with a document: where, as keys joined by dots, and what. */
export interface InputProblem {
  readonly path: string;
  readonly message: string;
  /** The code and parameters for translation; absent if there is only the sentence. */
  readonly code?: string | undefined;
  /** The parameters of the sentence, by name. */
  readonly params?: Readonly<Record<string, string>> | undefined;
}

type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;

/**
 * Formats a schema issue as a sentence, since the smallest build of the schema library has no messages. Passed to
 * each parse as `{ error: inWords }`, so that a message beside a check takes precedence. Unknown keys get a line
 * each; `faultsOf` splits the lines.
 */
export function inWords(issue: RawIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return missing;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownWord(key, knownKeys(issue))).join('\n');
    case 'invalid_value':
      return oneOf(issue.values.map(String), issue.input);
    case 'invalid_union':
      return oneOfKinds(issue);
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'is not a key allowed here';
    case 'invalid_format':
      return formats[issue.format] ?? 'is not of the form asked for';
    case 'too_big':
      return bound('at most', Number(issue.maximum), issue.origin);
    case 'too_small':
      return bound('at least', Number(issue.minimum), issue.origin);
    default:
      return 'is not valid';
  }
}

/** Returns a schema's problems as a list, one entry per invalid key. */
export function problemsOf(error: z.core.$ZodError): Pick<InputProblem, 'path' | 'message'>[] {
  return codedProblemsOf(error).map(({ path, message }) => ({ path, message }));
}

/** The same with codes, where there is one. */
export function codedProblemsOf(error: z.core.$ZodError): InputProblem[] {
  return error.issues.flatMap((issue) => problemsOfIssue(issue, []));
}

/** A message written beside a check has no code, unless the check's `params` name one. */
function codeOf(issue: Issue): Pick<InputProblem, 'code' | 'params'> {
  if (issue.code === 'custom') {
    const { code } = issue.params ?? {};
    return typeof code === 'string' ? { code } : {};
  }
  if (issue.message === missing) return { code: 'missing' };
  if (issue.code === 'too_small' && issue.message === mustNotBeEmpty) return { code: 'mustNotBeEmpty' };
  if (issue.code !== 'too_big' || issue.origin !== 'string') return {};
  const isOwn = issue.message === bound('at most', Number(issue.maximum), issue.origin);
  return isOwn ? { code: 'tooLong', params: { most: String(issue.maximum) } } : {};
}

const missing = 'is missing';
const mustNotBeEmpty = 'must not be empty';

/** The known word nearest to one that is not, if any is near enough to have been meant. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const written = fold(word);
  const near = known.flatMap((candidate) => {
    const [meant, most] = [fold(candidate), Math.floor(candidate.length / 3)];
    // Words of such different lengths are further apart, and a long one takes long to compare.
    if (Math.abs(written.length - meant.length) > most) return [];
    const edits = distance(written, meant);
    return edits <= most ? [{ candidate, edits }] : [];
  });
  return near.sort((a, b) => a.edits - b.edits)[0]?.candidate;
}

/** `there is no "trigers" here; did you mean "triggers"?` */
export function unknownWord(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return `there is no "${word}" here${near === undefined ? '' : `; did you mean "${near}"?`}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Readonly<Record<string, string>> = {
  email: 'must be an e-mail address',
  uuid: 'must be a UUID',
  guid: 'must be a UUID',
  url: 'must be a web address',
};

function bound(than: string, limit: number, origin: string): string {
  if (origin === 'string') {
    return than === 'at least' && limit === 1 ? mustNotBeEmpty : `must have ${than} ${limit} characters`;
  }
  if (origin === 'array') return `must have ${than} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `must be ${than} ${limit}`;
}

function oneOf(values: readonly string[], input: unknown): string {
  const near = typeof input === 'string' ? nearest(input, values) : undefined;
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(', ')}${hint}`;
}

type UnionIssue = Extract<RawIssue, { code: 'invalid_union' }>;

/** The values of a union's discriminator, which best distinguish its options. */
function oneOfKinds({ inst, input, discriminator }: UnionIssue): string {
  const union = inst as z.core.$ZodDiscriminatedUnion | undefined;
  if (discriminator === undefined || !union) return 'is none of the kinds allowed here';
  const kindsKnown = union._zod.def.options.flatMap((option) => [
    ...(option._zod.propValues?.[discriminator] ?? []),
  ]);
  const given = (input as Record<string, unknown> | null)?.[discriminator];
  if (given === undefined) return `is missing: one of ${kindsKnown.join(', ')}`;
  return oneOf(kindsKnown.map(String), given);
}

function knownKeys({ inst }: Extract<RawIssue, { code: 'unrecognized_keys' }>): string[] {
  const def = inst?._zod.def as { readonly shape?: object } | undefined;
  return Object.keys(def?.shape ?? {});
}

function problemsOfIssue(issue: Issue, before: readonly PropertyKey[]): InputProblem[] {
  const at = [...before, ...issue.path];
  const path = at.join('.');
  switch (issue.code) {
    case 'unrecognized_keys': {
      const lines = issue.message.split('\n');
      return issue.keys.map((key, n) => ({
        path: [...at, key].join('.'),
        message: lines[n] ?? issue.message,
      }));
    }
    case 'invalid_union': {
      if (issue.discriminator !== undefined) return [{ path, message: issue.message }];
      return problemsOfUnion(issue.errors, at) ?? [{ path, message: anyOf(issue.errors) ?? issue.message }];
    }
    default:
      return [{ path, message: issue.message, ...codeOf(issue) }];
  }
}

/** The problems of the one option of a union that matches the value's kind. */
function problemsOfUnion(
  options: readonly (readonly Issue[])[],
  at: readonly PropertyKey[],
): InputProblem[] | null {
  const meant = options.filter(
    (issues) => !issues.some(({ code, path }) => path.length === 0 && code === 'invalid_type'),
  );
  const [only] = meant;
  return only && meant.length === 1 ? only.flatMap((issue) => problemsOfIssue(issue, at)) : null;
}

/** `must be a text or an object` */
function anyOf(options: readonly (readonly Issue[])[]): string | null {
  const messages = options.map(([first]) => first?.message ?? '');
  if (!messages.every((message) => message.startsWith('must be '))) return null;
  return `must be ${[...new Set(messages.map((message) => message.slice('must be '.length)))].join(' or ')}`;
}

const fold = (word: string) => word.toLowerCase().replace(/[^a-z0-9$]/g, '');

/** Edits between two words, neighbours exchanged counting one. @see https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance */
function distance(a: string, b: string): number {
  let [twoBack, oneBack] = [[] as number[], Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const options = [(row[j - 1] ?? 0) + 1, (oneBack[j] ?? 0) + 1, (oneBack[j - 1] ?? 0) + (same ? 0 : 1)];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        options.push((twoBack[j - 2] ?? 0) + 1);
      row.push(Math.min(...options));
    }
    [twoBack, oneBack] = [oneBack, row];
  }
  return oneBack[b.length] ?? 0;
}
