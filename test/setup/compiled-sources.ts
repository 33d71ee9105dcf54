import { mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, version } from 'esbuild';
import type { Plugin } from 'vitest/config';
import { locked } from '../../scripts/locked.mjs';
import { asSources } from '../../scripts/bundle.mjs';

const root = join(import.meta.dirname, '..', '..');
const sources = join(root, 'src');

/** Below `node_modules`, so that Vitest leaves the modules to Node, and Node finds the packages. */
const folder = join(root, 'node_modules', '.cache', 'octavo', 'sources');
const stampsFile = join(folder, 'stamps.json');

/** The program begins as soon as it is imported. */
const isModule = (path: string) => path.endsWith('.ts') && path !== 'main.ts';

const compiledPath = (path: string) => join(folder, path.replace(/\.ts$/, '.mjs'));

/**
 * Lets tests import the compiled modules of `src`. Node loads the thousand modules of a server in half of the time that
 * Vitest takes, which evaluates each of them itself.
 */
export function compiledSources(): Plugin {
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    async resolveId(specifier, importer) {
      if (!specifier.endsWith('.ts') || !specifier.includes('/src/')) return null;
      const resolved = await this.resolve(specifier, importer, { skipSelf: true });
      const path = resolved === null ? '' : relative(sources, resolved.id);
      return path !== '' && !path.startsWith('..') && isModule(path) ? compiledPath(path) : null;
    },
  };
}

/** Compiles the modules that have changed. */
export const ensureCompiled = () =>
  locked(async () => {
    const known = readStamps();
    const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' });
    // Modules contain the data that they import from their folder.
    const data = paths.filter((path) => path.endsWith('.json'));
    const stamps = Object.fromEntries(
      paths.filter(isModule).map((path) => {
        const own = data.filter((one) => dirname(one) === dirname(path));
        return [path, [path, ...own].map(stampOf).join(' ')];
      }),
    );
    const changed = Object.keys(stamps).filter((path) => known[path] !== stamps[path]);
    if (changed.length === 0) return;
    await compile(changed);
    replaceFile(stampsFile, JSON.stringify(stamps));
  }, `${folder}.lock`);

/** Says whether a module is the one that was compiled, in this folder and by this compiler. */
function stampOf(path: string): string {
  const { size, mtimeMs, ctimeMs } = statSync(join(sources, path));
  return `${version} ${root} ${size} ${mtimeMs} ${ctimeMs}`;
}

function readStamps(): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(stampsFile, 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
}

async function compile(paths: readonly string[]): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: paths.map((path) => join(sources, path)),
    outbase: sources,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    define: asSources,
    // So that errors name the lines of the sources, by `--enable-source-maps`.
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [
      {
        name: 'one-module-each',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path }) => ({
            path: path.replace(/\.ts$/, '.mjs'),
            external: true,
          })),
      },
    ],
  });
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
}

/** Other runs may be reading the file. */
function replaceFile(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, contents);
  renameSync(`${path}.new`, path);
}
