/** What a node comes to, those below it included. */
export type Evaluate = (evaluator: Evaluator, node: LibraryNode, context: unknown) => unknown;
interface Evaluator {
  run(node: LibraryNode, context: unknown): unknown;
}
/** What the values of a node's operands come to; a function has them in a list. */
export type Handle = (...valuesAndContext: readonly unknown[]) => unknown;
/** The overloads of a node's operator. */
export interface Candidates {
  findBinaryOverload(left: unknown, right: unknown): { readonly handler: Handle } | false;
}
/** A node of a parsed expression, as the CEL library's evaluator knows it. */
export interface LibraryNode {
  readonly op: string;
  readonly args: unknown;
  readonly meta: { readonly evaluate: Evaluate };
  readonly candidates: Candidates;
  evaluate: Evaluate;
}

/** Wraps the evaluation of a node with those below it; the library replaces `evaluate` when it is called first. */
export function wrap(node: LibraryNode, around: (inner: Evaluate) => Evaluate): void {
  let inner: Evaluate = node.evaluate;
  const wrapped = around((evaluator, self, context) => inner.call(node, evaluator, self, context));
  Object.defineProperty(node, 'evaluate', {
    configurable: true,
    get: () => wrapped,
    set: (next: Evaluate) => {
      inner = next;
    },
  });
}

/** Wraps what computes a node's value from those below it; the library finds it when it checks the types. */
export function wrapHandle(node: LibraryNode, around: (handle: Handle) => Handle): void {
  let handle: Handle | undefined;
  Object.defineProperty(node, 'handle', {
    get: () => handle,
    set: (found: Handle) => {
      handle = around(found);
    },
  });
}

/** The nodes right below one, from its arguments. */
export function childrenOf(args: unknown): LibraryNode[] {
  if (Array.isArray(args)) return args.flatMap(childrenOf);
  return typeof args === 'object' && args !== null && 'op' in args && 'args' in args
    ? [args as unknown as LibraryNode]
    : [];
}
