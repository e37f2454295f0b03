import * as z from 'zod/mini';

/** A step's id, a variable's name: what an expression can name. */
export const name = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
      'must be a name: a letter, then letters, digits, _ and -, at most 64 in all',
    ),
  );

/** `Hello {{ name }}` */
export const template = z.string().check(z.maxLength(4096));

/** CEL: `size(name) > 3` */
export const expression = z.string().check(z.minLength(1), z.maxLength(1024));

export const language = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language, for example de or pt-BR'));

/** A text for visitors: one template, or one per language: `{ "en": "Hello", "de": "Hallo" }`. */
export const text = z.union([
  template,
  z
    .record(language, template)
    .check(z.refine((texts) => Object.keys(texts).length > 0, 'must have a text in one language at least')),
]);
export type Text = z.infer<typeof text>;

/** The maximum wait of a handoff: a week. */
export const minutes = z.int().check(z.gte(1), z.lte(10_080));

export const timeoutMs = z.optional(z.int().check(z.gte(1), z.lte(5000)));
