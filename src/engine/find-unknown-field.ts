import { messageUser } from '../contract/canonical-message.ts';
import { nearest } from '../contract/in-words.ts';
import { childrenOf, type LibraryNode } from './library-node.ts';
import { nowIn } from './now.ts';

type Node = Pick<LibraryNode, 'op' | 'args'>;

/** The fields of what the engine itself gives expressions: any other is null whatever happens. */
function fieldsOf(path: string): readonly string[] | undefined {
  switch (path) {
    case 'now':
      return Object.keys(nowIn('UTC', 0));
    case 'message':
      return ['text', 'attachments', 'user', 'metadata'];
    case 'message.user':
      return Object.keys(messageUser.shape);
    case 'response':
      return ['status', 'body'];
    default:
      return undefined;
  }
}

/**
 * The first field of an expression that can't be there, such as `now.zone`: its path, and what is wrong with it.
 * @param isGiven whether a name is the engine's own here
 */
export function findUnknownField(
  node: Node,
  isGiven: (name: string) => boolean,
): { readonly path: string; readonly message: string } | null {
  for (const [of, field] of fieldsNamed(node)) {
    const known = isGiven(of.split('.', 1)[0] ?? '') ? fieldsOf(of) : undefined;
    if (!known || known.includes(field)) continue;
    const near = nearest(field, known);
    const hint = near === undefined ? `it has ${known.join(', ')}` : `did you mean "${of}.${near}"?`;
    return { path: `${of}.${field}`, message: `there is no "${of}.${field}"; ${hint}` };
  }
  return null;
}

/** Each field that is named, and of what: `['message.user', 'email']`. */
function fieldsNamed(node: Node): readonly (readonly [string, string])[] {
  const below = childrenOf(node.args).flatMap(fieldsNamed);
  if (node.op !== '.') return below;
  const [of, field] = node.args as [LibraryNode, string];
  const path = pathOf(of);
  return path === null ? below : [...below, [path, field]];
}

function pathOf({ op, args }: Node): string | null {
  if (op === 'id') return String(args);
  if (op !== '.') return null;
  const [of, field] = args as [LibraryNode, string];
  const before = pathOf(of);
  return before === null ? null : `${before}.${field}`;
}
