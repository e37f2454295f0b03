/** What stands for something in a saved reply: `{{ user.firstName }}`, or with what is said without it: `{{ user.firstName | there }}`. */
const placeholder = /\{\{\s*([\w.]+)\s*(?:\|([^{}]*))?\}\}/g;

/** What fills a saved reply, by name. */
export type CannedValues = Readonly<Record<string, string | undefined>>;

/** A saved reply as it can be said; what nothing fills, and has nothing for that, stands as it is. @see console.md 5 */
export function filled(text: string, values: CannedValues): string {
  return text.replace(placeholder, (written, name: string, otherwise: string | undefined) => {
    const value = values[name]?.trim();
    return value ? value : (otherwise?.trim() ?? written);
  });
}

/** The names of what is still to be filled in a text. */
export function unfilled(text: string): readonly string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
}
