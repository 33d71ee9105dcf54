// Runs codegen.ts as one bundle, in half the time that a loader of TypeScript takes. Only the packages that make a schema are
// in it. The rest of the program is called by requests only, so its packages, and the database client, are empty, and the build
// generates the client at the same time.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { forNode } from '../bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outfile = join(root, 'node_modules', '.cache', 'octavo', 'codegen.mjs');

/** Packages that are called while the schema is made. */
const called = /^(graphql|zod|@pothos\/.+)$/;

/** Whatever is asked of an empty module is `nothing`. The bundler takes over the prototype of a module. */
const empty = `const nothing = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : nothing),
  apply: () => nothing,
  construct: () => nothing,
});
module.exports = Object.create(new Proxy({}, { get: () => nothing }));`;

const withoutOthers = {
  name: 'without-others',
  setup(bundle) {
    const emptied = { path: 'empty', namespace: 'empty' };
    bundle.onResolve({ filter: /\/generated\/client\.ts$/ }, () => emptied);
    bundle.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
      if (kind === 'entry-point' || path.startsWith('node:') || importer.includes('node_modules')) return undefined;
      if (path === 'esbuild') return { external: true };
      return called.test(path) ? undefined : emptied;
    });
    bundle.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: empty, loader: 'js' }));
  },
};

/** Modules find files beside them, although the bundle is elsewhere. */
const ownUrls = {
  name: 'own-urls',
  setup(bundle) {
    bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};

process.chdir(root);
await build({ ...forNode, entryPoints: ['codegen.ts'], outfile, plugins: [withoutOthers, ownUrls] });
try {
  await import(pathToFileURL(outfile).href);
} catch (error) {
  // The stack leads into the bundle: only who mends the generator needs it.
  process.stderr.write(`${process.env.DEBUG ? error.stack : error.message}\n`);
  process.exitCode = 1;
}
