import * as z from 'zod/mini';
import { limits } from '../limits.ts';

/** The parameters of every list: `?limit=25&cursor=…`. @see design 9 "Manners" */
export const listQuery = {
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.listItemsMax))),
  /** The previous page's cursor; valid for the same tenant and query only. */
  cursor: z.optional(z.string().check(z.maxLength(2048))),
};

/** The query of a list that has no other parameters. */
export const pageQuery = z.strictObject(listQuery);

/** A page of a list; `cursor` leads to the next, null after the last. */
/* @__NO_SIDE_EFFECTS__ */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ items: z.array(item), cursor: z.nullable(z.string()) });
}

/** A page of a list, whatever it lists. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursor: string | null;
}

/** A user's ID, and the email address if their token contains it. */
export const actor = z.object({ id: z.string(), email: z.nullable(z.string()) });
export type Actor = z.infer<typeof actor>;

/** Who changed something last, and when; both null: the command line. */
export const lastChange = { by: z.nullable(actor), at: z.nullable(z.string()) };

/** Something wrong with a document, and where: keys joined by dots. */
export const inputProblem = z.object({
  path: z.string(),
  message: z.string(),
  /** Identifies the message for translations; absent where only the sentence is known. */
  code: z.optional(z.string()),
  /** The parameters of the sentence, by name. */
  params: z.optional(z.record(z.string(), z.string())),
});
