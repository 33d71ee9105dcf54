// Runs codegen.ts as one bundle, in half the time that a loader of TypeScript takes. The schema names the database client
// but uses it for requests only, so the bundle has an empty one, and the build generates the client at the same time.
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outfile = join(root, 'node_modules', '.cache', 'octavo', 'codegen.mjs');

const withoutClient = {
  name: 'without-client',
  setup(bundle) {
    bundle.onResolve({ filter: /\/generated\/client\.ts$/ }, () => ({ path: 'client', namespace: 'empty' }));
    bundle.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({
      contents: 'export class PrismaClient {} export const Prisma = new Proxy({}, { get: () => ({}) });',
    }));
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
await build({
  entryPoints: ['codegen.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
  plugins: [withoutClient, ownUrls],
});
await import(pathToFileURL(outfile).href);
