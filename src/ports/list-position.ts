/** The position in one partition of a list: behind this name; null at the beginning, `end` after the last. */
export type ListPosition<Name> = { readonly at: number; readonly name: Name } | null | 'end';
