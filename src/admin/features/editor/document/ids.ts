const wordsMost = 3;
const charsMost = 24;

/** The id that a step gets from its first words: `ask_order`; of words in another script, its kind. */
export function idOf(text: string, kind: string, taken: ReadonlySet<string>): string {
  const words = text
    .replaceAll(/\{\{.*?\}\}/gs, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const id = (words ?? [])
    .slice(0, wordsMost)
    .join('_')
    .slice(0, charsMost)
    .replace(/^[\d_]+|_+$/g, '');
  return freeId(id || kind, taken);
}

const idCharsMost = 64;

/** The same id where it is free, else with the next number behind it: `menu_2`. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  const [, stem = id] = /^(.*?)(?:_\d+)?$/.exec(id) ?? [];
  for (let n = 2; ; n += 1) {
    const suffix = `_${n}`;
    const next = stem.slice(0, idCharsMost - suffix.length) + suffix;
    if (!taken.has(next)) return next;
  }
}

/** Whether an ID was derived from a step's kind alone, before it had a text. */
export function isKindId(id: string, kind: string): boolean {
  return id === kind || (id.startsWith(`${kind}_`) && /^\d+$/.test(id.slice(kind.length + 1)));
}
