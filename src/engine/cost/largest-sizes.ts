import { limits } from '../../contract/limits.ts';
import { type Size, scalar, textOf } from './size.ts';

/** One member of a list or a map, as large as a visitor can make it. */
const member: Size = {
  ...textOf(limits.textChars),
  items: 10,
  nodes: 50,
  keys: 10,
  keyChars: 40,
  depth: 3,
  part: textOf(limits.textChars),
};

/** A variable as large as a conversation may keep: 64 KB, lists of 1,000. */
const variable: Size = {
  ...scalar,
  chars: 64 * 1024,
  items: 1_000,
  nodes: 10_000,
  text: 64 * 1024,
  keys: 1_000,
  keyChars: 64,
  depth: 20,
  part: member,
};

const metadata: Size = {
  ...variable,
  chars: limits.metadataBytes,
  items: limits.metadataListItems,
  nodes: limits.metadataNodes,
  text: limits.metadataBytes,
  keys: limits.metadataNodes,
};

const user: Size = { ...scalar, items: 6, nodes: 7, text: 1_500, keys: 6, depth: 1, part: textOf(255) };

const message: Size = {
  ...variable,
  members: { text: textOf(limits.textChars), user, metadata: { ...metadata, part: metadata } },
};

/** The largest size that a variable can have: what a formula is filled with before there is a value. */
export function largestSizeOf(name: string): Size {
  return name === 'message' ? message : variable;
}
