import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Prepares our sources for a minified bundle: subclasses keep their names, since errors are logged by name (keeping all
 * names would cost a tenth of the bundle), and schemas and tables that nothing in the bundle uses are left out of it.
 * esbuild keeps what is built by method calls, spreads or property reads unless it stands in a call marked as pure, which
 * it unwraps again.
 */
export const prepareSources: Plugin = {
  name: 'prepare-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8'))
        .replaceAll(subclass, "$& static name = '$1';")
        .replaceAll(builtConstant, '$1/* @__PURE__ */ (() => ($2))();');
      return { contents, loader: 'ts' };
    });
  },
};

const subclass = /^(?:export )?(?:abstract )?class (\w+)[^{]* extends [^{]*\{/gm;

/** A constant of a module whose value begins with a schema, an object or a list: none of them has an effect. */
const builtConstant =
  /^((?:export )?const \w+(?:: [^=]+)? = )((?:z\b|\w+\.check\(|[{[]|Object\.)[\s\S]*?);$(?=\n\S|\n\n|\n?$(?!\n))/gm;

/** Puts the rows of the table of routes into a bundle as text, in the place of the modules that they are read from. */
export const inlineRouteRows: Plugin = {
  name: 'inline-route-rows',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/contract\/route-rows\.ts$/ }, async ({ path }) => {
      const { rows } = await import(path);
      return { contents: `export const rows = ${JSON.stringify(rows)};` };
    });
  },
};

/** File name beside the bundle, to the entry that it is made of. */
export type LazyPackages = Map<string, string>;

/**
 * Makes a file of its own of everything that is loaded by `import()`, packages and our own modules, so that a cold start
 * doesn't read what most requests never use (the language models' SDK, event streams, what reads dates and telephone
 * numbers). esbuild splits ES modules only.
 */
export function splitLazyPackages(found: LazyPackages): Plugin {
  return {
    name: 'split-lazy-packages',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir }) => {
        if (kind !== 'dynamic-import' || isBuiltin(path)) return undefined;
        const entry = await resolve(path, { kind: 'import-statement', importer, resolveDir });
        if (entry.errors.length > 0) return { errors: entry.errors };
        if (entry.external) return entry;
        const file = fileOf(path.startsWith('.') ? relative('src', entry.path) : path);
        found.set(file, entry.path);
        return { path: `./${file}`, external: true };
      });
    },
  };
}

/**
 * Makes a file of its own of a package that few calls need, although it is imported statically, since what needs it
 * can't wait: the file is read when the first of its exports is used.
 */
export function deferPackages(names: readonly string[], found: LazyPackages): Plugin {
  const namespace = 'deferred';
  return {
    name: 'defer-packages',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (!names.includes(path) || kind !== 'import-statement' || pluginData === namespace)
          return undefined;
        const entry = await resolve(path, { kind, importer, resolveDir, pluginData: namespace });
        if (entry.errors.length > 0) return { errors: entry.errors };
        found.set(fileOf(path), entry.path);
        return { path, namespace };
      });
      onResolve({ filter: /./, namespace }, ({ path }) => ({ path, external: true }));
      onLoad({ filter: /./, namespace }, async ({ path }) => {
        const file = JSON.stringify(`./${fileOf(path)}`);
        const all = await import(path);
        // The default of a package in CommonJS is what it exports.
        const isCommonJs = 'module.exports' in all;
        const getters = Object.keys(isCommonJs ? all.default : all).map(
          (name) => `get ${JSON.stringify(name)}() { return load()[${JSON.stringify(name)}]; }`,
        );
        const exported = [...(isCommonJs ? [] : ['__esModule: true']), ...getters];
        // Kept: Node looks the file up again at each `require`.
        const load = `let loaded; const load = () => loaded ??= require(${file});`;
        return { contents: `${load} module.exports = { ${exported.join(', ')} };`, loader: 'js' };
      });
    },
  };
}

/** The file beside the bundle that a package or a module becomes. */
const fileOf = (path: string) => `${path.replaceAll(/[^a-z0-9]+/gi, '-').replace(/^-/, '')}.cjs`;
