import { existsSync, readFileSync } from 'node:fs';
import { packageRoot } from './package-root.ts';

/** Every file that the pages may load, by its public name. Nothing else is served. */
export type AssetName = keyof typeof assetFiles;

/** Path of each asset on disk. Throws when a package is not installed. */
export const assetFiles = {
  'graphiql.js': bundle,
  'graphiql.css': bundle,
  'editor-worker.js': bundle,
  'graphql-worker.js': bundle,
  'json-worker.js': bundle,
  'scalar.js': bundle,
  'pages.css': own,
  'home.css': own,
  'graphiql-page.css': own,
  'graphiql-page.js': own,
  'tab-storage.js': own,
  'token-field.js': own,
  'reference-page.css': own,
  'reference-page.js': own,
  'login-page.css': own,
  'login-page.js': own,
  'manual-page.css': own,
  'favicon.svg': own,
} as const satisfies Readonly<Record<string, (name: string) => URL>>;

/**
 * Paths of browser builds below `node_modules`, by public name. The build makes those of GraphiQL in `.cache`, and copies
 * all of them to `dist/bundles`.
 */
const bundlePaths = JSON.parse(readFileSync(new URL('src/app/pages/bundles.json', packageRoot), 'utf8')) as Readonly<
  Record<string, string>
>;

/** The copy that belongs to the compiled program; the original when the program runs from its sources. */
function bundle(name: string): URL {
  const copy = new URL(`../../bundles/${name}`, import.meta.url);
  return existsSync(copy) ? copy : new URL(`node_modules/${bundlePaths[name]}`, packageRoot);
}

// Browser files are not compiled, so the compiled program reads them from `src/` too.
function own(name: string): URL {
  return new URL(`src/app/pages/client/${name}`, packageRoot);
}
