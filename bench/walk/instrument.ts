import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

/** The global that instrumented code calls. */
export const recorderName = '__walk';

/**
 * Bundles an entry of a checkout with every function of its `src` reporting to the recorder; packages stay outside.
 * @throws Error of esbuild when it does not compile
 */
export async function bundleInstrumented(root: string, entry: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, entry)],
    outfile,
    ...{
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      logLevel: 'error',
      packages: 'external',
    },
    plugins: [
      {
        name: 'instrument',
        setup({ onLoad }) {
          onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => ({
            contents: instrument(relative(join(root, 'src'), path), await readFile(path, 'utf8')),
            loader: 'ts',
          }));
        },
      },
    ],
  });
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** The source with each function's body run by the recorder, so that what it awaits has it as its caller. */
function instrument(file: string, source: string): string {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const insertions: Insertion[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (ts.isFunctionLike(node) && 'body' in node && node.body)
      insertions.push(...wrap(node as ts.FunctionLikeDeclaration, node.body as ts.Node, file, tree));
  };
  visit(tree);
  return apply(source, insertions);
}

function wrap(
  node: ts.FunctionLikeDeclaration,
  body: ts.Node,
  file: string,
  tree: ts.SourceFile,
): Insertion[] {
  const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
  const id = JSON.stringify(`${file}:${line + 1}:${node.getStart(tree)}:${nameOf(node, tree)}`);
  const [start, end] = [body.getStart(tree), body.getEnd()];
  const isGenerator = 'asteriskToken' in node && node.asteriskToken !== undefined;
  // Neither can be run as a function within itself.
  if (ts.isConstructorDeclaration(node) || isGenerator)
    return [{ at: start + 1, text: `${recorderName}.enter(${id});` }];
  const isAsync = ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  const run = `${recorderName}.run(${id}, ${isAsync ? 'async ' : ''}() => `;
  return ts.isBlock(body)
    ? [
        { at: start + 1, text: `return ${run}{` },
        { at: end - 1, text: '\n});' },
      ]
    : [
        { at: start, text: `${run}(` },
        { at: end, text: '))' },
      ];
}

function nameOf(node: ts.FunctionLikeDeclaration, tree: ts.SourceFile): string {
  const named =
    node.name ??
    (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent)
      ? node.parent.name
      : undefined);
  return named?.getText(tree) ?? 'anonymous';
}

/** What ends at one place ends from the inside out, as the insertions were found. */
function apply(source: string, insertions: readonly Insertion[]): string {
  let done = '';
  let from = 0;
  for (const { at, text } of insertions.toSorted((a, b) => a.at - b.at)) {
    done += source.slice(from, at) + text;
    from = at;
  }
  return done + source.slice(from);
}
