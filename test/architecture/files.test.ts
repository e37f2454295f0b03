import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { waitingFiles } from '../support/spread-waits.ts';
import { thoroughFiles } from '../support/thorough-files.ts';
import longFunctions from './long-functions.json' with { type: 'json' };

const sources = ['bin', 'lib', 'src', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    // Nobody reads what a generator has written.
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('src/client/generated/')),
);
const shipped = sources.filter((file) => !file.startsWith('test/'));
/** Neither blank nor a comment of its own. */
const isCode = (line: string) => !/^\s*($|\/\/|\/?\*)/.test(line);
const codeLines = (text: string) => text.split('\n').filter(isCode).length;
const textOf = (file: string) => readFileSync(file, 'utf8');

const longestFile = 400;
const longestFunction = 60;
const smallFile = 60;

describe('every source file', () => {
  it(`has at most ${longestFile} lines of code outside of tests`, () => {
    const long = shipped
      .map((file) => ({ file, lines: codeLines(textOf(file)) }))
      .filter(({ lines }) => lines > longestFile);
    expect(long).toEqual([]);
  });

  it(`has functions of at most ${longestFunction} lines of code, except for those on a list that only shrinks`, () => {
    const allowed: Readonly<Record<string, number>> = longFunctions;
    const long = new Map(shipped.flatMap(longFunctionsOf));
    const grown = [...long].filter(([name, lines]) => lines > (allowed[name] ?? longestFunction));
    expect(grown, 'functions that have become too long').toEqual([]);
    const shortened = Object.keys(allowed).filter((name) => !long.has(name));
    expect(shortened, 'to be taken off the list').toEqual([]);
  });

  it('is named in kebab case, components in Pascal case', () => {
    const odd = sources.filter(
      (file) => !/^([a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*|[A-Z][A-Za-z0-9]*)\.tsx?$/.test(basename(file)),
    );
    expect(odd).toEqual([]);
  });

  it('takes zod in its mini edition: the full one costs 444 KB', () => {
    const full = sources.filter((file) =>
      /from ['"]zod['"]/.test(textOf(file).replace(/^.*toContain.*$/gm, '')),
    );
    expect(full.filter((file) => !file.startsWith('test/architecture/'))).toEqual([]);
  });

  it('uses the ports it needs where it is an operation, never the whole gateway', () => {
    const whole = sources.filter(
      (file) => file.startsWith('src/operations/') && /: Gateway\b(?!\[)/.test(textOf(file)),
    );
    expect(whole).toEqual([]);
  });

  it('waits for a page by what is visible: what `waitForFunction` repeats, a strict CSP forbids', () => {
    const call = ['waitFor', 'Function('].join('');
    expect(sources.filter((file) => textOf(file).includes(call))).toEqual([]);
  });

  it('leaves no part of it for later', () => {
    const words = new RegExp(['TO', 'DO|FIX', 'ME|X', 'XX'].join('').replaceAll('|', '\\b|\\b'));
    expect(sources.filter((file) => words.test(textOf(file)))).toEqual([]);
  });
});

it('the three figures of file sizes are printed', () => {
  const { exported, importersOf } = importsOf(shipped);
  const usedOnce = [...exported.values()].filter((importers) => importers.size === 1).length;
  const small = shipped.filter(
    (file) => codeLines(textOf(file)) < smallFile && importersOf.get(file)?.size === 1,
  );
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
  console.info(
    [
      `exports imported by exactly one other file: ${share(usedOnce, exported.size)}`,
      `files under ${smallFile} code lines with one importer: ${share(small.length, shipped.length)}`,
      ...sizesByFolder(shipped),
    ].join('\n'),
  );
  expect(exported.size).toBeGreaterThan(0);
});

it('the files that `npm test` leaves out exist: under another name they would be back in it', () => {
  expect(thoroughFiles.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});

it('the files that run alone exist: under another name they would not', () => {
  expect(waitingFiles.filter((file) => !existsSync(file))).toEqual([]);
});

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
}

/** Functions over the limit as `file function`, the longest of one name; one without a name is part of its outer one. */
function longFunctionsOf(file: string): readonly (readonly [name: string, lines: number])[] {
  const source = parse(file);
  const found: (readonly [string, number])[] = [];
  const walk = (node: ts.Node, outer: string) => {
    const isFunction = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
    const name = isFunction ? (nameOf(node) ?? outer) : outer;
    const lines = isFunction ? codeLines(node.getText(source)) : 0;
    ts.forEachChild(node, (child) => walk(child, name));
    // After its parts: of one name the outermost is counted.
    if (lines > longestFunction) found.push([`${file} ${name}`, lines]);
  };
  walk(source, '(unnamed)');
  return found;
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const named = [node, node.parent].find(
    (each) => each && 'name' in each && each.name && (each === node || !ts.isFunctionLike(each)),
  ) as ts.NamedDeclaration | undefined;
  return named?.name?.getText();
}

/** Each export as `file name` with the files that import it, and each file with the files that import something of it. */
function importsOf(files: readonly string[]) {
  const exported = new Map<string, Set<string>>();
  const importersOf = new Map<string, Set<string>>();
  const trees = files.map(parse);
  for (const { fileName, statements } of trees)
    for (const name of statements.flatMap(exportsOf)) exported.set(`${fileName} ${name}`, new Set());
  for (const { fileName, statements } of trees)
    for (const statement of statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      const { moduleSpecifier } = statement;
      if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.'))
        continue;
      const target = join(dirname(fileName), moduleSpecifier.text);
      importersOf.set(target, (importersOf.get(target) ?? new Set()).add(fileName));
      for (const name of namesIn(statement)) exported.get(`${target} ${name}`)?.add(fileName);
    }
  return { exported, importersOf };
}

function exportsOf(statement: ts.Statement): readonly string[] {
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.getText()] : [];
}

function namesIn(statement: ts.ImportDeclaration | ts.ExportDeclaration): readonly string[] {
  const names = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : statement.exportClause;
  if (!names || !(ts.isNamedImports(names) || ts.isNamedExports(names))) return [];
  return names.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
}

/** Code lines and kilobytes of each folder, those of `src` one by one. */
function sizesByFolder(files: readonly string[]): readonly string[] {
  const folders = Map.groupBy(files, (file) => /^(?:src\/[^/]+(?=\/)|[^/]+)/.exec(file)?.[0] ?? file);
  return [...folders].map(([folder, its]) => {
    const texts = its.map(textOf);
    const lines = texts.reduce((sum, text) => sum + codeLines(text), 0);
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    return `${folder.padEnd(14)} ${String(lines).padStart(7)} code lines ${String(Math.round(bytes / 1024)).padStart(6)} KB ${String(its.length).padStart(5)} files`;
  });
}
